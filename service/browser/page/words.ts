/**
 * Words of names and phrases: how they are folded before they are compared, what counts as the same word, and which
 * words mean the opposite or harm.
 */

/** Characters of icon fonts: private use. They are part of names and say nothing. */
const iconCharacters = /[\u{E000}-\u{F8FF}\u{F0000}-\u{10FFFD}]|\u{FE0F}|\u{200B}|\u{200C}|\u{200D}/gu;

export const withoutIcons = (text: string): string => text.replace(iconCharacters, '').replace(/\s+/g, ' ').trim();

/** Texts whose folded form is kept: those of a large page, so that each is worked out once. */
const mostRemembered = 20_000;

/** Whether a name says something: a lone `×` or `🧹` does not. */
export const hasWords = (text: string | null): boolean => text !== null && /[\p{L}\p{N}]/u.test(text);

const folds = new Map<string, string>();

/** Case, accents and punctuation away; words separated by one blank. */
export function fold(text: string): string {
	const known = folds.get(text);
	if (known !== undefined) return known;
	const result = folded(text);
	if (folds.size >= mostRemembered) folds.clear();
	if (text.length <= 500) folds.set(text, result);
	return result;
}

function folded(text: string): string {
	return withoutIcons(text)
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
		.replace(/(?<=\p{L})-(?=\p{L})/gu, '')
		.replace(/(?<=\d)[.,](?=\d)/g, '·')
		.replace(/[^\p{L}\p{N}·+@€$£%]+/gu, ' ')
		.replaceAll('·', '.')
		.replace(/(?<![\p{L}\p{N}])\+|\+(?![\p{L}\p{N}])/gu, ' ')
		.replace(/\s+/g, ' ')
		.trim();
}

/** A word without its English ending; words of up to three letters stay. */
export function stem(word: string): string {
	if (word.length <= 3 || /\d/.test(word)) return word;
	const rules: Array<[RegExp, string]> = [
		[/ies$/, 'y'],
		[/(ss|sh|ch|x|z)es$/, '$1'],
		[/([^s])s$/, '$1'],
	];
	let result = word;
	for (const [pattern, to] of rules) {
		if (pattern.test(result)) {
			result = result.replace(pattern, to);
			break;
		}
	}
	const bare = result.replace(/(?<=\p{L}{3})(ing|ed|ion)$/u, '');
	// `shipped` is `ship`, `passed` is `pass`.
	const single = bare === result ? bare : bare.replace(/(?<=\p{L}{2})([^lsz])\1$/u, '$1');
	return single.replace(/(?<=\p{L}{3})e$/u, '');
}

/** Each row means the same on a control. The first word stands for all. Two words that are one in others are joined. */
const sameWords = [
	'signin login logon logi signon',
	'signout logout logoff',
	'signup register registration',
	'delete remove trash bin erase deletion removal',
	'add create new plus',
	'edit change modify pencil amend update',
	'search find lookup magnify',
	'close dismiss times cross',
	'cancel abort cancellation',
	'save store',
	'submit send',
	'ok okay confirm yes',
	'accept agree allow consent',
	'reject decline deny refuse',
	'settings preferences options configuration config cog gear',
	'next forward continue',
	'previous prev back',
	'cart basket bag trolley',
	'email mail',
	'phone telephone mobile tel',
	'zip postcode postal',
	'username user login_name',
	'firstname forename',
	'lastname surname',
	'quantity qty',
	'picture image photo',
	'menu hamburger bars navicon',
	'home homepage',
	'expiry expiration exp expire',
	'cvc cvv csc',
	'todo task',
	'download export',
	'upload import',
	'refresh reload',
	'view show display',
	'description desc',
	'number no nr num',
	'date day',
	'help support',
	'buy purchase',
	'choose select pick picker',
	'reply respond answer',
	'month monthly',
	'week weekly',
	'year yearly annual annually',
	'maximum max',
	'minimum min',
	'more ellipsis kebab',
	'invite invitation',
];

const canonical = new Map<string, string>();
for (const row of sameWords) {
	const [first, ...others] = row.split(' ').map(stem);
	for (const word of [first!, ...others]) if (!canonical.has(word)) canonical.set(word, first!);
}

/** Pairs that are written as one word, or as two. */
const joined: Array<[RegExp, string]> = [
	[/\b(sign|log)(ged|s)? in\b/g, '$1in'],
	[/\b(sign|log)(ged|s)? (out|off)\b/g, '$1out'],
	[/\bsign up\b/g, 'signup'],
	[/\be mail\b/g, 'email'],
	[/\buser name\b/g, 'username'],
	[/\b(?:family|sur) name\b/g, 'lastname'],
	[/\b(?:given|fore) name\b/g, 'firstname'],
	[/\b(first|last|nick|middle) name\b/g, '$1name'],
	[/\b(to do)\b/g, 'todo'],
	[/\bhome page\b/g, 'homepage'],
	[/\bpost code\b/g, 'postcode'],
	// What people call `⋮` and `…`.
	[/\b(?:three|3|vertical|horizontal) dots?\b/g, 'more'],
];

/** Words that a phrase may have or lack without meaning another thing. */
const emptyWords = new Set([
	'the',
	'a',
	'an',
	'of',
	'to',
	'for',
	'in',
	'on',
	'at',
	'and',
	'your',
	'my',
	'this',
	'that',
	'with',
	'is',
	'please',
	'its',
]);

/** Count a quarter when they are the only ones missing. */
const lightWords = new Set(
	[
		'number',
		'address',
		'date',
		'field',
		'option',
		'count',
		'name',
		'value',
		'code',
		'label',
		'icon',
		'method',
		'page',
		'list',
		'line',
		'summary',
		'overview',
		'main',
		'top',
	].map(word => canonical.get(stem(word)) ?? stem(word)),
);

/** Words as they were written, folded: for evidence that must not go over synonyms. */
export const plainWords = (text: string): string[] =>
	fold(text)
		.split(' ')
		.filter(word => word !== '');

/** Words as they were written, empty ones away, `log in` as one with `login`: neither their forms nor other words for them. */
export function namingWords(text: string): string[] {
	const all = plainWords(joined.reduce((said, [pattern, to]) => said.replace(pattern, to), fold(text)));
	const content = all.filter(word => !emptyWords.has(word));
	return content.length > 0 ? content : all;
}

const wordLists = new Map<string, string[]>();

/** Stems with synonyms folded, empty words away (unless nothing else is there). The answer is shared: do not change it. */
export function words(text: string): string[] {
	const known = wordLists.get(text);
	if (known) return known;
	let plain = fold(text);
	for (const [pattern, to] of joined) plain = plain.replace(pattern, to);
	const all = plain.split(' ').filter(word => word !== '');
	const content = all.filter(word => !emptyWords.has(word));
	const result = (content.length > 0 ? content : all).map(word => {
		const root = stem(word);
		return canonical.get(root) ?? root;
	});
	if (wordLists.size >= mostRemembered) wordLists.clear();
	if (text.length <= 500) wordLists.set(text, result);
	return result;
}

/** Words whose forms differ in more than their number stay apart: what is `closed` is not what is `closing`. */
export const keyOf = (word: string): string => (/(?:ed|ing)$/.test(word) ? word : (words(word)[0] ?? word));
export const keysOf = (text: string): string[] => plainWords(withNot(text)).map(keyOf);
export const withNot = (text: string): string =>
	text.replace(/\bcan['’]t\b/giu, 'can not').replace(/n['’]t\b/giu, ' not');

export const weightOf = (word: string): number => (lightWords.has(word) ? 0.25 : 1);

/** The words of an identifier: `btn-addToCart_2` is `btn add to cart 2`. */
export const identifierWords = (identifier: string): string =>
	identifier
		.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
		.replace(/[-_:./\s]+/g, ' ')
		.trim();

/** Share of equal pairs of neighbouring letters, 0 to 1. */
export function bigramOverlap(first: string, second: string): number {
	const pairs = (text: string) => {
		const counted = new Map<string, number>();
		for (let index = 0; index < text.length - 1; index++) {
			const pair = text.slice(index, index + 2);
			counted.set(pair, (counted.get(pair) ?? 0) + 1);
		}
		return counted;
	};
	const [left, right] = [pairs(fold(first)), pairs(fold(second))];
	let shared = 0;
	for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0);
	const total = [...left.values(), ...right.values()].reduce((sum, count) => sum + count, 0);
	return total === 0 ? 0 : (2 * shared) / total;
}

const oppositePairs = [
	'accept reject',
	'save cancel',
	'ok cancel',
	'submit cancel',
	'next previous',
	'enable disable',
	'on off',
	'open close',
	'show hide',
	'add delete',
	'start stop',
	'signin signout',
	'signin signup',
	'yes no',
	'allow block',
	'expand collapse',
	'increase decrease',
	'up down',
	'left right',
	'first last',
	'lock unlock',
	'follow unfollow',
	'subscribe unsubscribe',
	'connect disconnect',
	'approve reject',
	'publish unpublish',
	'select deselect',
	'check uncheck',
	'undo redo',
	'in out',
	'upload download',
	'archive restore',
	'ascending descending',
	'minimum maximum',
	'from to',
	'before after',
	'start end',
	'login logout',
	'mute unmute',
	'pause resume',
	'attach detach',
	'install uninstall',
	'play pause',
	'credit debit',
	'old new',
	'all none',
	'keep discard',
	'save discard',
	'billing shipping',
	'public private',
	'zoomin zoomout',
];
const opposites = new Map<string, Set<string>>();
for (const pair of oppositePairs) {
	const [one, other] = pair.split(' ').map(word => canonical.get(stem(word)) ?? stem(word));
	opposites.set(one!, (opposites.get(one!) ?? new Set()).add(other!));
	opposites.set(other!, (opposites.get(other!) ?? new Set()).add(one!));
}

/** Words that turn what follows them into its opposite. */
const negations = new Set(
	'no not dont never without stop pause mute skip exclude hide disable off block except ignore suppress leave'
		.split(' ')
		// Short for number as well, and then it denies nothing.
		.map(word => (word === 'no' ? word : (canonical.get(stem(word)) ?? stem(word)))),
);

/**
 * Whether a word of one name has its opposite in the other, where each lacks what the other has; whether only one of them
 * is negated; or whether a word stands in the other with `un`, `dis` or `de` before it.
 */
export function areOpposite(first: string, second: string): boolean {
	const [left, right] = [oppositeWords(first), oppositeWords(second)];
	const onlyLeft = [...left].filter(word => !right.has(word));
	const onlyRight = [...right].filter(word => !left.has(word));
	const isShared = [...left].some(word => right.has(word));
	if (onlyLeft.some(word => onlyRight.some(other => opposites.get(word)?.has(other)))) return true;
	if (onlyLeft.some(word => onlyRight.some(other => isReversed(word, other) || isReversed(other, word)))) return true;
	return isShared && onlyLeft.some(word => negations.has(word)) !== onlyRight.some(word => negations.has(word));
}

/** `into` is no reversed `to`: only words with a meaning of their own are turned round. */
const isReversed = (word: string, other: string) =>
	!emptyWords.has(word) && ['un', 'dis', 'de', 'in', 'im'].some(prefix => other === prefix + word);

/** Of opposites empty words count too: `in` and `out`. */
const oppositeWords = (text: string): Set<string> =>
	new Set([...words(text), ...plainWords(text).map(word => canonical.get(stem(word)) ?? stem(word))]);

const harmWords = new Set(
	'delete pay cancel reset clear destroy drop purge wipe revoke terminate deactivate disable unsubscribe checkout buy discard format uninstall block ban close logout signout transfer publish'
		.split(' ')
		.map(word => canonical.get(stem(word)) ?? stem(word)),
);

export const isHarm = (word: string): boolean => harmWords.has(word);

/** Words that do harm and stand only in the second name. */
export function addedHarm(before: string, after: string): string[] {
	const had = new Set(words(before));
	return words(after).filter(word => harmWords.has(word) && !had.has(word));
}

const actionVerbs = new Set(
	'add edit delete save open close show hide view create search accept reject submit clear reset send download upload buy order signin signout signup select choose go cancel apply confirm start stop next previous copy move print share follow sort filter enable disable reload undo redo import export place proceed change set check mark turn switch'
		.split(' ')
		.map(word => canonical.get(stem(word)) ?? stem(word)),
);

/** The verb a control's name begins with, as a stem; null: it begins with none. */
export function leadingVerb(name: string): string | null {
	const [first] = words(name);
	return first !== undefined && actionVerbs.has(first) ? first : null;
}
