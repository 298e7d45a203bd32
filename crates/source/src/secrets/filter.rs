//! The one pass over a text: the places of the literals at which a secret may be recognized.
//!
//! Each literal is found by three adjacent bytes of it that are rare in texts. Whether three bytes are among these is a
//! bit in a table that fits into the processor's fastest cache, so a text is passed at the speed of its bytes.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::values::is_common;
use super::{
    Secret, calls, columns, command_line, cookies, credentials, forms, keys, manifests, names,
    rows, variables,
};

/// What recognizes a secret at a literal: gets the text and the literal's position.
pub(super) type Recognize = fn(&[u8], usize) -> Option<Secret>;

/// What to do at a literal.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// It may be a part of the name of a secret.
    Name,
    /// It may be in a form of credentials; with its length.
    Form(&'static forms::Form, usize),
    /// Something else may begin.
    Other(Recognize),
    /// Several secrets may follow.
    Several(fn(&[u8], usize, &mut Vec<Secret>)),
    /// The secrets of a part of the text may follow, which is read once: the kind of the part, and what returns its end.
    Part(usize, fn(&[u8], usize, &mut Vec<Secret>) -> usize),
}

impl Mark {
    /// The number of kinds of parts.
    pub(super) const PARTS: usize = 3;
    const KEY: Self = Self::Part(0, keys::find_at);
    pub(super) const COMMAND: Self = Self::Part(1, command_line::find_at);
    const MANIFEST: Self = Self::Part(2, manifests::find_at);
}

/// The literals, between `|`, of what is no form, name, call or command.
const PLACES: &[(&str, Mark)] = &[
    ("://", Mark::Other(credentials::url_password)),
    ("@tcp(|@unix(", Mark::Other(credentials::data_source)),
    ("-----BEGIN |Private-Lines: ", Mark::KEY),
    (manifests::KINDS, Mark::MANIFEST),
    (columns::STATEMENTS, Mark::Several(columns::insert)),
    ("ookie", Mark::Several(cookies::find_at)),
    ("sensitive", Mark::Several(variables::sensitive)),
    ("\"random_password\"", Mark::Several(variables::generated)),
];

/// A literal.
pub(super) struct Literal {
    pub(super) text: Vec<u8>,
    /// Whether capitals matter.
    pub(super) exact: bool,
    pub(super) mark: Mark,
}

impl Literal {
    pub(super) fn exact(text: &str, mark: Mark) -> Self {
        Self { text: text.as_bytes().to_vec(), exact: true, mark }
    }

    pub(super) fn caseless(text: &str, mark: Mark) -> Self {
        Self { exact: false, ..Self::exact(text, mark) }
    }

    /// The literals for a text: a window has three bytes, so a shorter text is lengthened by each character that may
    /// follow it.
    pub(super) fn all(text: &str, exact: bool, mark: Mark) -> impl Iterator<Item = Self> {
        const ENDINGS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_~.-";
        let endings = if text.len() < 3 { ENDINGS } else { " " };
        let text = text.as_bytes().to_vec();
        let endings = endings.bytes().filter(move |b| exact || !b.is_ascii_uppercase());
        endings.map(move |ending| {
            let mut text = text.clone();
            text.extend(Some(ending).filter(|b| *b != b' '));
            Self { text, exact, mark }
        })
    }

    fn is_at(&self, text: &[u8]) -> bool {
        // A window in another text mostly differs in the first byte, so a loop is faster than a comparison of blocks.
        let is_same = |(a, b): (&u8, &u8)| a == b || (!self.exact && a.eq_ignore_ascii_case(b));
        text.len() >= self.text.len() && text.iter().zip(&self.text).all(is_same)
    }
}

/// Three bytes of a literal.
struct Window {
    /// Without the bits by which capitals differ.
    bytes: u32,
    /// As the literal writes them, if its capitals matter.
    exact: Option<u32>,
    /// Their distance from the literal's beginning.
    offset: usize,
    literal: usize,
}

/// The bits of a byte by which a capital differs from its letter; other bytes only have to be changed alike.
const CASE: u32 = 0x20_2020;
const THREE_BYTES: u32 = 0xff_ffff;

/// The literals, by their windows.
pub(super) struct Filter {
    bits: Box<[u64; 2048]>,
    windows: Vec<Vec<Window>>,
    literals: Vec<Literal>,
}

/// All literals.
pub(super) static FILTER: LazyLock<Filter> = LazyLock::new(|| {
    let places = rows(PLACES, '|').into_iter();
    let literals = places
        .map(|(text, mark)| Literal::exact(text, mark))
        .chain(names::literals())
        .chain(calls::literals())
        .chain(forms::literals())
        .chain(command_line::literals());
    Filter::of(literals.collect())
});

impl Filter {
    fn of(literals: Vec<Literal>) -> Self {
        let mut filter = Self { bits: Box::new([0; 2048]), windows: Vec::new(), literals };
        filter.windows.resize_with(1 << 13, Vec::new);
        let frequencies = frequencies();
        for (literal, Literal { text, exact, .. }) in filter.literals.iter().enumerate() {
            let Some((offset, bytes)) = rarest_window(text, &frequencies) else {
                continue;
            };
            let hash = hash(bytes | CASE);
            filter.bits[hash >> 6] |= 1 << (hash & 63);
            filter.windows[hash >> 4].push(Window {
                bytes: bytes | CASE,
                exact: exact.then_some(bytes),
                offset,
                literal,
            });
        }
        filter
    }

    /// Calls `visit` with the position of each literal in the text and its mark.
    pub(super) fn each(&self, text: &[u8], mut visit: impl FnMut(usize, Mark)) {
        let mut check = |at: usize, window: u32| {
            let bytes = window & THREE_BYTES;
            let hash = hash(bytes | CASE);
            if self.bits[hash >> 6] >> (hash & 63) & 1 == 1 {
                self.at_window(text, at, bytes, &mut visit);
            }
        };
        for (at, window) in text.array_windows::<4>().enumerate() {
            check(at, u32::from_le_bytes(*window));
        }
        if let Some(&[a, b, c]) = text.last_chunk() {
            check(text.len() - 3, u32::from_le_bytes([a, b, c, 0]));
        }
    }

    #[inline(never)]
    fn at_window(&self, text: &[u8], at: usize, bytes: u32, visit: &mut impl FnMut(usize, Mark)) {
        for window in &self.windows[hash(bytes | CASE) >> 4] {
            if window.bytes == bytes | CASE
                && window.exact.is_none_or(|exact| exact == bytes)
                && let Some(start) = at.checked_sub(window.offset)
                && self.literals[window.literal].is_at(&text[start..])
            {
                visit(start, self.literals[window.literal].mark);
            }
        }
    }
}

/// Seventeen bits.
fn hash(bytes: u32) -> usize {
    bytes.wrapping_mul(0x9e37_79b1) as usize >> 15 & 0x1_ffff
}

/// The most frequent three bytes among those of the literals, without capitals, in forty public repositories; the most
/// frequent first.
const FREQUENT: &[u8] = b"\
    ioningenttiostrcon\": theame reser: \"triateresnamectatidatrinterng  inestagenteer comed ataont\
    reaodesetverturandon prouseint seorttorlueerstesretto essctiasstraistpor paelelingetlicbleackran\
    tatndepac---indendertoneinesioperablithangapptenmodin patmport mataseervactcreimpcatimeareaceali\
    oundefultspaoredel uscalpla.comesicefrode newediscrerieredeswitchauncgitkeyhanideloglascesleshtt\
    ttpcodaingin \"sstoicaletan dinonftimrcentiloaencet th nceordialalscliaddiveailinsssitchredope\
    nfioadar ens: streundnsedisherman onngeattdocartureautitlas unteteeraic pen checo ales/ienrsiner\
    finargpubntrshaityt iitimarfigropockernssaminenaticurlslasagworcoulielabpri_cot a:// lockebasina\
    soncurharmaidentabdexatchasastespachgermapew e.crayocataiimane iniifiools: ostcor_retivarsinkear\
    wintho/seatuloworittoignribefaantsesregorylibtryracvicmithensitaulfaufiegenqua.getpsnnebood: cto\
    helsystopkenincclo_inseced_okendottrsporiaaccapiermrigon(askncortid\":ry eamtte/aputhsenowsaaa\
    ardpaseck.cprelariadaoindleccerivficblos s_parnaose adchiiseickthukerarchorst_sco aurvict(drotok\
    eshrdeom/onnmers_tegipplonanette(rchndlnsieliorg uptifetst r.stis-vatle_ico_seitoseaodi: 'ivaede\
    unist.hinanajsosumookntote_e uarkakelar\"seronorksighubbin\
";

/// The number of triples in [`FREQUENT`] from each on: the more, the more frequent it is.
fn frequencies() -> HashMap<[u8; 3], usize> {
    let threes = FREQUENT.as_chunks::<3>().0.iter().rev().copied();
    threes.zip(MOST_OF_PAIRS..).collect()
}

/// The highest frequency of a triple that is not in [`FREQUENT`], plus one.
const MOST_OF_PAIRS: usize = 7;

/// The three bytes of a literal that are the rarest in texts, and their offset.
fn rarest_window(text: &[u8], frequencies: &HashMap<[u8; 3], usize>) -> Option<(usize, u32)> {
    let of_pair = |pair: &[u8]| match (pair[0], pair[1]) {
        (a, b) if a.is_ascii_alphabetic() && b.is_ascii_alphabetic() => {
            3 * usize::from(is_common(a, b))
        }
        (a, b) if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric() => 1,
        _ => 2,
    };
    let frequency = |window: &[u8; 3]| {
        let known = frequencies.get(&window.map(|b| b.to_ascii_lowercase()));
        known.copied().unwrap_or_else(|| window.windows(2).map(of_pair).sum())
    };
    let windows = text.array_windows::<3>().enumerate();
    let (offset, window) = windows.min_by_key(|(_, window)| frequency(window))?;
    let [a, b, c] = *window;
    Some((offset, u32::from_le_bytes([a, b, c, 0])))
}
