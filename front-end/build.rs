//! Compiles the library models to bitcode, once for each data model, so that the tool carries them inside.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    println!("cargo::rerun-if-changed=models");
    println!("cargo::rerun-if-env-changed=RAREBIT_CLANG");
    let clang = std::env::var("RAREBIT_CLANG").unwrap_or_else(|_| "clang-19".into());
    let mut sources: Vec<PathBuf> = std::fs::read_dir("models")
        .expect("models/ is part of the crate")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    sources.sort();
    let mut list = String::from("&[\n");
    for source in &sources {
        let name = source.file_stem().expect("a C file has a name").to_string_lossy();
        for bits in ["32", "64"] {
            compile(&clang, source, &format!("-m{bits}"), &out.join(format!("{name}-{bits}.bc")));
        }
        list += &format!(
            "    Model {{ name: {name:?}, ilp32: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}-32.bc\")), \
             lp64: include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{name}-64.bc\")) }},\n"
        );
    }
    std::fs::write(out.join("models.rs"), list + "]").expect("OUT_DIR is writable");
}

fn compile(clang: &str, source: &Path, model: &str, target: &Path) {
    let status = Command::new(clang)
        .args(["-O0", "-g", "-std=gnu11", "-ffreestanding", "-fno-builtin", "-fno-stack-protector"])
        .args(["-Xclang", "-fsanitize-address-use-after-scope", "-fno-discard-value-names"])
        .args(["-Wall", "-Wextra", "-Werror", "-fdebug-prefix-map=models=<library>", "-emit-llvm", "-c", model])
        .arg(source)
        .arg("-o")
        .arg(target)
        .status();
    match status {
        Ok(status) if status.success() => {}
        Ok(_) => panic!("{clang} cannot compile {}", source.display()),
        Err(error) => panic!("cannot run {clang} ({error}); scripts/setup.sh installs it, RAREBIT_CLANG names another"),
    }
}
