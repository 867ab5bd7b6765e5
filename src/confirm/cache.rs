//! Built programs, kept from run to run.
//!
//! An entry is found by the SHA-256 of everything that was asked of the compiler, and is good as long as every file
//! that the compiler read for it has the content it had then. Entries are directories that appear whole: they are
//! made beside the others and renamed.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// More entries than this, and the ones that were not used for the longest time go.
const ENTRIES: usize = 128;

const BINARY: &str = "program";
const MANIFEST: &str = "manifest.json";

/// Where built programs are kept.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

/// What an entry was made from.
#[derive(Serialize, Deserialize)]
struct Manifest {
    files: Vec<(PathBuf, String)>,
}

/// The SHA-256 of some bytes, in hexadecimal digits.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A directory among the temporary files, if it is ours alone: what lies there is run.
fn shared() -> Option<PathBuf> {
    // SAFETY: a system call without arguments.
    let user = unsafe { libc::geteuid() };
    let path = std::env::temp_dir().join(format!("rarebit-native-{user}"));
    let _ = fs::DirBuilder::new().mode(0o700).create(&path);
    let about = fs::symlink_metadata(&path).ok()?;
    (about.is_dir() && about.uid() == user && about.mode() & 0o77 == 0).then_some(path)
}

/// A directory for this process only, which stays when it ends: as good as none.
fn alone() -> PathBuf {
    tempfile::tempdir().map(tempfile::TempDir::keep).unwrap_or_else(|_| "rarebit-native".into())
}

impl Cache {
    /// In the user's cache directory, or in that for temporary files if there is none.
    pub fn standard() -> Cache {
        let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
        let usable = base.map(|base| base.join("rarebit/native")).filter(|path| fs::create_dir_all(path).is_ok());
        Cache { root: usable.or_else(shared).unwrap_or_else(alone) }
    }

    pub fn at(root: &Path) -> Cache {
        Cache { root: root.into() }
    }

    /// The program that was built for this key, if it still would be built the same.
    pub fn find(&self, key: &str) -> Option<PathBuf> {
        let entry = self.root.join(key);
        let manifest: Manifest = serde_json::from_slice(&fs::read(entry.join(MANIFEST)).ok()?).ok()?;
        let same = |(path, sum): &(PathBuf, String)| fs::read(path).is_ok_and(|bytes| digest(&bytes) == *sum);
        let binary = entry.join(BINARY);
        if !manifest.files.iter().all(same) || !binary.exists() {
            return None;
        }
        // Used now; an entry that cannot be touched just gets old.
        let _ = fs::File::open(entry.join(MANIFEST)).and_then(|file| file.set_modified(SystemTime::now()));
        Some(binary)
    }

    /// A directory to build in, on the disk of the entries.
    pub fn workshop(&self) -> io::Result<tempfile::TempDir> {
        fs::create_dir_all(&self.root)?;
        tempfile::Builder::new().prefix(".building-").tempdir_in(&self.root)
    }

    /// Keeps the program that was built in a workshop from these files.
    pub fn keep(
        &self,
        key: &str,
        workshop: tempfile::TempDir,
        binary: &Path,
        files: &[PathBuf],
    ) -> io::Result<PathBuf> {
        let mut sums = Vec::new();
        for path in files {
            sums.push((path.clone(), digest(&fs::read(path)?)));
        }
        let content = tempfile::Builder::new().prefix(".entry-").tempdir_in(&self.root)?;
        fs::rename(binary, content.path().join(BINARY))?;
        fs::write(content.path().join(MANIFEST), serde_json::to_vec(&Manifest { files: sums })?)?;
        drop(workshop);
        let entry = self.root.join(key);
        let _ = fs::remove_dir_all(&entry);
        match fs::rename(content.path(), &entry) {
            // The directory has moved away from under its guard.
            Ok(()) => drop(content.keep()),
            // Somebody else was faster with the same.
            Err(_) if entry.join(BINARY).exists() => {}
            Err(error) => return Err(error),
        }
        self.forget_old();
        Ok(entry.join(BINARY))
    }

    fn forget_old(&self) {
        let Ok(entries) = fs::read_dir(&self.root) else { return };
        let mut found: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| {
                let path = entry.ok()?.path();
                Some((fs::metadata(path.join(MANIFEST)).ok()?.modified().ok()?, path))
            })
            .collect();
        if found.len() > ENTRIES {
            found.sort();
            for (_, path) in &found[..found.len() - ENTRIES] {
                let _ = fs::remove_dir_all(path);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_lives_as_long_as_its_files() {
        let directory = tempfile::tempdir().unwrap();
        let cache = Cache::at(&directory.path().join("cache"));
        let source = directory.path().join("a.c");
        let build = |text: &str| {
            fs::write(&source, text).unwrap();
            let workshop = cache.workshop().unwrap();
            let binary = workshop.path().join("out");
            fs::write(&binary, text).unwrap();
            cache.keep("key", workshop, &binary, std::slice::from_ref(&source)).unwrap()
        };
        assert_eq!(cache.find("key"), None);
        let first = build("one");
        assert_eq!(cache.find("key").as_ref(), Some(&first));
        fs::write(&source, "two").unwrap();
        assert_eq!(cache.find("key"), None, "the source has changed");
        assert_eq!(fs::read(build("two")).unwrap(), b"two");
        assert_eq!(fs::read_dir(directory.path().join("cache")).unwrap().count(), 1, "nothing lies around");
    }
}
