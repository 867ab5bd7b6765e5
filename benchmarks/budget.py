"""Searches with a budget of processor time, so that a busy machine gives the same answer as an idle one."""
import os, signal, subprocess

TICK = os.sysconf("SC_CLK_TCK")


def processor(pid):
    """Processor seconds of the process itself, without those it started."""
    try:
        fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK
    except (OSError, IndexError):
        return 0.0


def limited(command, seconds):
    """Runs a command, interrupts it once its seconds are used up, and gives its output, its errors and the seconds."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    used, stopped = 0.0, False
    while True:
        try:
            text, errors = child.communicate(timeout=0.1)
            # The loader's word for a program that cannot start: nothing was searched, so nothing was missed.
            if child.returncode == 127:
                raise SystemExit(errors)
            return text, errors, used
        except subprocess.TimeoutExpired:
            used = max(used, processor(child.pid))
            if used >= seconds and not stopped:
                stopped = True
                child.send_signal(signal.SIGINT)
