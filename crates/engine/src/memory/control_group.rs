//! The memory that control groups (Linux, versions 1 and 2) leave to a process. A process that uses more is killed
//! without warning.

use std::fs;
use std::path::{Path, PathBuf};

/// The files that one version of control groups uses.
struct Version {
    /// The controller in version 1, where each controller has its own folders; `None` in version 2.
    controller: Option<&'static str>,
    /// The file with the group's limit; a word or an enormous number means no limit.
    limit: &'static str,
    used: &'static str,
    /// The lines of `memory.stat` that give the size of the page cache, which is included in `used`, and of the shared
    /// memory in the page cache.
    cache: [&'static str; 2],
}

const VERSIONS: [Version; 2] = [
    Version {
        controller: Some("memory"),
        limit: "memory.limit_in_bytes",
        used: "memory.usage_in_bytes",
        cache: ["total_cache", "total_shmem"],
    },
    Version {
        controller: None,
        limit: "memory.max",
        used: "memory.current",
        cache: ["file", "shmem"],
    },
];

/// The bytes that this process may still use under the limits of its control groups (Linux). `None` if there is no
/// limit or it cannot be read.
pub fn memory_left() -> Option<usize> {
    let [groups, mounts] = ["cgroup", "mountinfo"]
        .map(|name| fs::read_to_string(Path::new("/proc/self").join(name)).ok());
    free_in(&groups?, &mounts?)
}

/// Like [`memory_left`], given the contents of `/proc/self/cgroup` and `/proc/self/mountinfo`.
fn free_in(groups: &str, mounts: &str) -> Option<usize> {
    VERSIONS.iter().filter_map(|version| version.free(groups, mounts)).min()
}

impl Version {
    fn free(&self, groups: &str, mounts: &str) -> Option<usize> {
        let group = groups.lines().find_map(|line| self.group(line))?;
        let (mount, folder) = mounts.lines().find_map(|line| self.place(line, group))?;
        // The limits of the enclosing groups apply to a group too.
        let around = folder.ancestors().take_while(|place| place.starts_with(&mount));
        around.filter_map(|place| self.free_at(place)).min()
    }

    fn is_controlled(&self, controllers: &str) -> bool {
        controllers.split(',').any(|name| Some(name) == self.controller)
    }

    /// The group in a line of `/proc/self/cgroup`, which contains a number, controllers and a path, separated by
    /// colons.
    fn group<'a>(&self, line: &'a str) -> Option<&'a str> {
        let (_, line) = line.split_once(':')?;
        let (controllers, path) = line.split_once(':')?;
        let is_ours = match self.controller {
            Some(_) => self.is_controlled(controllers),
            None => controllers.is_empty(),
        };
        is_ours.then_some(path)
    }

    /// The mount point of the groups and the folder of `group` below it, from a line of `/proc/self/mountinfo`. In a
    /// container, the mount may show only an inner group of the host, whose path is then removed from that of `group`.
    fn place(&self, line: &str, group: &str) -> Option<(PathBuf, PathBuf)> {
        let (mount, system) = line.split_once(" - ")?;
        let mut mount = mount.split(' ').skip(3);
        let (root, mount) = (mount.next()?, PathBuf::from(mount.next()?));
        let mut system = system.split(' ');
        let (kind, controllers) = (system.next()?, system.nth(1)?);
        let is_ours = match self.controller {
            Some(_) => kind == "cgroup" && self.is_controlled(controllers),
            None => kind == "cgroup2",
        };
        // The path of a group outside the mounted tree begins with dots.
        let inner = Path::new(group).strip_prefix(root).ok().filter(|it| !it.starts_with(".."));
        let folder = mount.join(inner.unwrap_or(Path::new("")));
        is_ours.then_some((mount, folder))
    }

    fn free_at(&self, group: &Path) -> Option<usize> {
        let read = |name: &str| fs::read_to_string(group.join(name)).ok();
        let [limit, used] =
            [self.limit, self.used].map(|name| read(name)?.trim().parse::<u64>().ok());
        let (limit, used) = (limit?, used?);
        let parts = read("memory.stat").unwrap_or_default();
        // The system drops cached files when it needs the memory, but not shared memory.
        let [cache, kept] = self.cache.map(|name| {
            let mut parts = parts.lines().filter_map(|line| line.split_once(' '));
            let part = parts.find(|&(known, _)| known == name);
            part.and_then(|(_, bytes)| bytes.parse::<u64>().ok()).unwrap_or(0)
        });
        let taken = used.saturating_sub(cache.saturating_sub(kept));
        usize::try_from(limit.saturating_sub(taken)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a group with these files.
    fn group(folder: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), format!("{text}\n")).unwrap();
        }
    }

    #[test]
    fn the_narrowest_group_counts() {
        let root = tempfile::tempdir().unwrap();
        let mounts = format!("30 23 0:26 / {} rw - cgroup2 cgroup2 rw", root.path().display());
        let files = |max, used| [("memory.max", max), ("memory.current", used)];
        group(&root.path().join("a/b"), &files("max", "50"));
        assert_eq!(free_in("0::/a/b", &mounts), None);
        group(&root.path().join("a"), &files("1000", "300"));
        assert_eq!(free_in("0::/a/b", &mounts), Some(700));
        group(&root.path().join("a/b"), &files("100", "50"));
        assert_eq!(free_in("0::/a/b", &mounts), Some(50));
        let parts = "anon 10\nfile 40\nshmem 15\nfile_mapped 2";
        group(&root.path().join("a/b"), &[("memory.stat", parts)]);
        assert_eq!(free_in("0::/a/b", &mounts), Some(75));
        group(&root.path().join("a/b"), &files("100", "900"));
        assert_eq!(free_in("0::/a/b", &mounts), Some(0));
    }

    #[test]
    fn each_version_has_its_own_files() {
        let root = tempfile::tempdir().unwrap();
        let mount = root.path().display();
        let mounts = format!(
            "30 23 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n\
             31 23 0:27 / {mount} rw,relatime shared:9 - cgroup cgroup rw,memory\n\
             32 23 0:28 / {mount}/unified rw - cgroup2 cgroup2 rw"
        );
        let limit = [("memory.limit_in_bytes", "1000"), ("memory.usage_in_bytes", "300")];
        group(&root.path().join("a"), &limit);
        let parts = "cache 9\ntotal_cache 200\ntotal_shmem 0";
        group(&root.path().join("a"), &[("memory.stat", parts)]);
        let groups = "5:cpu,cpuacct:/\n4:memory:/a\n0::/a";
        assert_eq!(free_in(groups, &mounts), Some(900));
        group(&root.path().join("unified/a"), &[("memory.max", "80"), ("memory.current", "0")]);
        assert_eq!(free_in(groups, &mounts), Some(80));
        assert_eq!(free_in("5:cpu,cpuacct:/", &mounts), None);
        assert_eq!(free_in(groups, ""), None);
        assert_eq!(free_in("4:memory", "nonsense - "), None);
    }

    #[test]
    fn a_container_sees_its_own_group_as_the_outermost() {
        let root = tempfile::tempdir().unwrap();
        let mount = root.path().display();
        group(root.path(), &[("memory.max", "100"), ("memory.current", "10")]);
        group(&root.path().join("in"), &[("memory.max", "60"), ("memory.current", "10")]);
        for (outer, named) in [("/box/7", "/box/7"), ("/", "/"), ("/", "/../8"), ("/box/7", "/")] {
            let mounts = format!("30 23 0:26 {outer} {mount} rw - cgroup2 cgroup2 rw");
            assert_eq!(free_in(&format!("0::{named}"), &mounts), Some(90), "{outer} {named}");
        }
        let mounts = format!("30 23 0:26 /box/7 {mount} rw - cgroup2 cgroup2 rw");
        assert_eq!(free_in("0::/box/7/in", &mounts), Some(50));
    }
}
