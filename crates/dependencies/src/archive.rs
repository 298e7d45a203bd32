//! Archives of sources, unpacked once in a folder of Firsthand's own.

use std::fs;
use std::io::{self, Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};

use firsthand_source::RepoPath;
use firsthand_source::fs::{create_private_file, create_private_folder};
use zip::ZipArchive;

use crate::Spot;

/// The largest archive that is read, in bytes.
const MAX_ARCHIVE_BYTES: u64 = 256 << 20;
/// The most bytes and files that one archive is unpacked to.
const MAX_UNPACKED_BYTES: u64 = 512 << 20;
const MAX_FILES: usize = 200_000;
/// The folder below the cache folder in which archives are unpacked.
const FOLDER: &str = "archives";

/// The folder in which an archive is unpacked, named after its content. It is whole: a folder that lacks a file is made
/// again, and an archive of which one file cannot be unpacked has none.
///
/// # Errors
/// Why it cannot be unpacked.
pub(crate) fn unpacked(archive: &Spot, cache: Option<&Path>) -> Result<PathBuf, String> {
    let cache = cache.ok_or("the cache is off or lies in the repository")?;
    let bytes = archive.bytes(MAX_ARCHIVE_BYTES).map_err(|why| why.to_string())?;
    let folder = cache.join(FOLDER).join(&*blake3::hash(&bytes).to_hex());
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|why| why.to_string())?;
    let files = files_of(&mut zip)?;
    if files.is_empty() {
        return Err("it has no file".to_owned());
    }
    if !files.iter().all(|file| file.is_in(&folder)) {
        unpack(&mut zip, &files, &folder).map_err(|why| why.to_string())?;
    }
    Ok(folder)
}

/// A file of an archive.
struct ArchiveFile {
    index: usize,
    path: RepoPath,
    bytes: u64,
}

impl ArchiveFile {
    fn is_in(&self, folder: &Path) -> bool {
        let metadata = fs::symlink_metadata(folder.join(&self.path));
        metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() == self.bytes)
    }
}

/// The regular files of an archive, if their paths stay in it and they are within the limits.
fn files_of(zip: &mut ZipArchive<impl Read + Seek>) -> Result<Vec<ArchiveFile>, String> {
    if zip.has_duplicate_names() || zip.len() > MAX_FILES {
        return Err("it has too many files, or two of one name".to_owned());
    }
    let mut files = Vec::new();
    for index in 0..zip.len() {
        let entry = zip.by_index_raw(index).map_err(|why| why.to_string())?;
        if entry.is_dir() || entry.is_symlink() {
            continue;
        }
        let name = entry.name().map_err(|why| why.to_string())?;
        let path = RepoPath::new(&name).map_err(|why| format!("{name}: {why}"))?;
        files.push(ArchiveFile { index, path, bytes: entry.size() });
    }
    let bytes = files.iter().map(|file| file.bytes);
    if bytes.fold(0, u64::saturating_add) > MAX_UNPACKED_BYTES {
        return Err(format!("it has more than {MAX_UNPACKED_BYTES} bytes"));
    }
    Ok(files)
}

/// Writes the files in a folder beside the final one, and then renames it: any number of processes may do so at once.
fn unpack(
    zip: &mut ZipArchive<impl Read + Seek>,
    files: &[ArchiveFile],
    folder: &Path,
) -> io::Result<()> {
    let unfinished = folder.with_extension(std::process::id().to_string());
    let _ = fs::remove_dir_all(&unfinished);
    let written = files.iter().try_for_each(|file| {
        let entry = zip.by_index(file.index).map_err(io::Error::other)?;
        let named = |why: io::Error| io::Error::new(why.kind(), format!("{}: {why}", file.path));
        write(entry, file, &unfinished).map_err(named)
    });
    let renamed = written.and_then(|()| {
        // A folder that lacks a file, and not one that another process has just made.
        if folder.exists() && !files.iter().all(|file| file.is_in(folder)) {
            fs::remove_dir_all(folder)?;
        }
        create_private_folder(&unfinished)?;
        fs::rename(&unfinished, folder)
    });
    if renamed.is_err() {
        let _ = fs::remove_dir_all(&unfinished);
    }
    let is_whole = files.iter().all(|file| file.is_in(folder));
    if is_whole { Ok(()) } else { renamed }
}

/// Writes a file that has the size that the archive states.
fn write(entry: impl Read, file: &ArchiveFile, folder: &Path) -> io::Result<()> {
    let path = folder.join(&file.path);
    create_private_folder(path.parent().unwrap_or(folder))?;
    let mut out = create_private_file(&path)?;
    let written = io::copy(&mut entry.take(file.bytes + 1), &mut out)?;
    out.flush()?;
    if written == file.bytes {
        Ok(())
    } else {
        Err(io::Error::other("a file has another size than stated"))
    }
}
