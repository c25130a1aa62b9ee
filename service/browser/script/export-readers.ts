const number = [
	'/** The number a text is, or the only one in it: `1,046.50 €`, `3 items`. */',
	'function numberIn(text: string): number {',
	"\tconst bare = text.replace(/[\\s'’$€£¥₹%]|EUR|USD|GBP|CHF/gi, '');",
	'\tconst found = /^[-+]?\\d[\\d.,]*$/.test(bare) ? [bare] : (text.match(/[-+]?\\d[\\d.,]*/g) ?? []);',
	'\tif (found.length !== 1) return Number.NaN;',
	"\tconst parts = found[0]!.replace(/[.,]$/, '').split(/([.,])/);",
	"\tconst sign = parts.at(-2) ?? '';",
	"\tconst isRepeated = parts.indexOf(sign) !== parts.length - 2 || (sign === ',' && !parts.includes('.'));",
	'\tconst isGrouped = parts.length < 3 || (parts.at(-1)!.length === 3 && isRepeated);',
	'\tconst digits = parts.filter((_, place) => place % 2 === 0);',
	'\tconst whole = isGrouped ? digits : digits.slice(0, -1);',
	'\t// `1.0.0` is a version, and no number.',
	'\tif (whole.slice(1).some((group, at, all) => group.length !== 3 && (group.length < 2 || at === all.length - 1))) return Number.NaN;',
	"\treturn Number(isGrouped ? digits.join('') : [digits.slice(0, -1).join(''), digits.at(-1)].join('.'));",
	'}',
	'',
];

const day = [
	'/** `24.12.2026`, `2026-12-24`, `24 Dec 2026` in milliseconds. */',
	'function dayIn(text: string): number {',
	'\tconst [, day, month, year] = /^(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})\\b/.exec(text.trim()) ?? [];',
	'\tif (year) return Date.UTC(Number(year), Number(month) - 1, Number(day));',
	'\treturn /\\d{4}/.test(text) ? Date.parse(text) : Number.NaN;',
	'}',
	'',
];

const said = [
	'/** Which records say one of the texts: where one is called just that, a longer name with it is another. */',
	'type Saying = {innerText(): Promise<string>; ariaSnapshot(): Promise<string>; evaluate(read: (own: Element) => string[]): Promise<string[]>};',
	'async function saying(all: {all(): Promise<Saying[]>}, texts: RegExp[]): Promise<boolean[]> {',
	'\tconst records = await Promise.all(',
	'\t\t(await all.all()).map(async one => ({',
	'\t\t\twhole: (await one.innerText()) + (await one.ariaSnapshot()),',
	"\t\t\tleaves: await one.evaluate(own => [own, ...own.querySelectorAll('*')].filter(({children}) => children.length === 0).map(({textContent}) => textContent ?? '')),",
	'\t\t})),',
	'\t);',
	"\tconst isJust = (leaves: string[], text: RegExp) => leaves.some(leaf => text.test(leaf) && !/[\\p{L}\\p{N}]/u.test(leaf.replace(text, '')));",
	'\tconst isSaid = (one: (typeof records)[number], text: RegExp) =>',
	'\t\trecords.some(({leaves}) => isJust(leaves, text)) ? isJust(one.leaves, text) : text.test(one.whole);',
	'\treturn records.map(one => texts.some(text => isSaid(one, text)));',
	'}',
	'',
];

/** Functions of the file for what it compares: numbers and days as a person reads them. */
export const readerLines = (body: string): string[] => [
	...(/\bnumberIn\b/.test(body) ? number : []),
	...(/\bsaying\(/.test(body) ? said : []),
	...(/\bdayIn\b/.test(body) ? day : []),
];
