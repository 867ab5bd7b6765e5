"""Reads .ktest files without rarebit: prints each object as `name size hex`."""

import struct
import sys

for path in sys.argv[1:]:
    with open(path, "rb") as file:
        assert file.read(5) == b"KTEST", path

        def number():
            return struct.unpack(">I", file.read(4))[0]

        def text():
            size = number()
            data = file.read(size)
            assert len(data) == size, path
            return data

        assert number() == 3, path
        for _ in range(number()):
            text()
        assert (number(), number()) == (0, 0), path
        for _ in range(number()):
            name, data = text().decode(), text()
            print(name, len(data), data.hex())
        assert file.read() == b"", path
