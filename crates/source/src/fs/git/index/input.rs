//! Reads the numbers and texts of an index; beyond its end there is nothing.

/// The extension of an index that holds only the difference to another file.
const SPLIT_INDEX: &[u8] = b"link";

/// The unread rest of an index.
pub(super) struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes were read.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.bytes.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    pub(super) fn number(&mut self) -> Option<u32> {
        self.take(4)?.try_into().ok().map(u32::from_be_bytes)
    }

    pub(super) fn short(&mut self) -> Option<u16> {
        self.take(2)?.try_into().ok().map(u16::from_be_bytes)
    }

    /// A number in git's encoding of offsets: seven bits a byte, the highest first.
    pub(super) fn variable(&mut self) -> Option<usize> {
        let mut byte = self.take(1)?[0];
        let mut value = usize::from(byte & 0x7f);
        while byte & 0x80 != 0 {
            byte = self.take(1)?[0];
            let higher = value.checked_add(1)?.checked_mul(128)?;
            value = higher.checked_add(usize::from(byte & 0x7f))?;
        }
        Some(value)
    }

    pub(super) fn until_nul(&mut self) -> Option<&'a [u8]> {
        let len = memchr::memchr(0, self.bytes.get(self.at..)?)?;
        let text = self.take(len)?;
        self.take(1)?;
        Some(text)
    }

    /// Skips the extensions at the end; `None` if they do not end there, or if other paths are in another file.
    pub(super) fn skip_extensions(&mut self) -> Option<()> {
        while self.at < self.bytes.len() {
            let signature = self.take(4)?;
            (signature != SPLIT_INDEX).then_some(())?;
            let size = self.number()? as usize;
            self.take(size)?;
        }
        Some(())
    }
}
