import type {LookElement} from '../page/look.ts';
import {fold, hasWords, identifierWords, weightOf, words} from '../page/words.ts';

/** What of an element matched, for people and for the wider margin of attributes. */
export type Evidence = {
	score: number;
	why: string;
	isWeak: boolean;
	/** The word for its kind is not in its name: the page calls a box around it so, by class. */
	isOfKind?: true;
};

const defaultTestIds = ['data-testid', 'data-test', 'data-qa', 'data-cy'];

/** How much a phrase names a label, 0 to 1. */
export function nameScore(phrase: string, label: string): number {
	if (phrase === label) return 1;
	const [foldedPhrase, foldedLabel] = [fold(phrase), fold(label)];
	if (foldedPhrase === '' || foldedLabel === '') return 0;
	if (foldedPhrase === foldedLabel) return 0.98;
	const [wanted, there] = [words(phrase), words(label)];
	if (wanted.join(' ') === there.join(' ')) return 0.93;
	// `No results for mug` is none.
	if (/^no\s/i.test(label) && !/^no\s/i.test(phrase)) return 0;
	const found = wanted.filter(word => there.includes(word));
	const missing = wanted.filter(word => !there.includes(word));
	const wantedWeight = sum(wanted, weightOf);
	const foundWeight = sum(found, weightOf);
	if (foundWeight === 0) return 0;
	// Only light words may be missing, and something heavy has to be there.
	const isCovered = missing.length === 0 || (missing.every(isLight) && found.some(word => !isLight(word)));
	if (!isCovered) return 0;
	const explained =
		sum(
			there.filter(word => wanted.includes(word)),
			labelWeight,
		) / sum(there, labelWeight);
	return (0.6 + 0.3 * explained) * (0.75 + 0.25 * (foundWeight / wantedWeight)) ** (missing.length > 0 ? 1 : 0);
}

const isLight = (word: string) => weightOf(word) < 1;
/** A count beside a name (`Cart 3`) is not part of what it is called. */
const labelWeight = (word: string) => (/^\d+$/.test(word) ? 0.2 : weightOf(word));
const sum = (list: string[], weigh: (word: string) => number) => list.reduce((total, word) => total + weigh(word), 0);

/** What the element is called, with the factor of each way. */
export function labelsOf(element: LookElement): Array<{text: string; factor: number; why: string}> {
	const labels: Array<{text: string; factor: number; why: string}> = [];
	const add = (text: string | null, factor: number, why: string) => {
		if (text !== null && text.trim() !== '') labels.push({text, factor, why});
	};
	add(withoutValue(element), 1, 'name');
	add(element.nameBeforeCount ?? null, 0.98, 'name without its count');
	// `Edit this page [e]`: the key that does it too is no part of the name.
	const key = keyBehind(element.name);
	if (key > 0) add(element.name.slice(0, key), 0.99, 'name without its key');
	if (element.name === '') add(element.text, 1, 'text');
	add(element.placeholder, 0.97, 'placeholder');
	add(element.nearLabel, 0.95, 'label beside it');
	add(element.title, 0.93, 'title');
	add(element.alt, 0.93, 'alternative text');
	if (element.role === 'searchbox' && !hasWords(element.name) && !element.placeholder)
		add('search', 0.9, 'what it is for');
	return labels;
}

/** Where ` [e]` begins at the end of a name; 0: there is none. */
const keyBehind = (name: string): number => (name.endsWith(']') && name.at(-3) === '[' ? name.length - 3 : 0);

/** A custom dropdown often repeats in its name what is chosen. */
function withoutValue(element: LookElement): string {
	const {name, value} = element;
	if (!value || element.role !== 'combobox' || !name.endsWith(value) || name.length === value.length) return name;
	return name.slice(0, -value.length).trim();
}

/** Best evidence that the phrase means this element; test ids of the project come first. */
export function labelScore(
	phrase: string,
	element: LookElement,
	testIdAttributes: string[],
	labels = labelsOf(element),
): Evidence {
	let best: Evidence = {score: 0, why: '', isWeak: false};
	const offer = (score: number, why: string, isWeak = false) => {
		if (score > best.score) best = {score, why, isWeak};
	};
	for (const attribute of [...testIdAttributes, ...defaultTestIds]) {
		if (element.testIds[attribute] === phrase) offer(1, `test id ${attribute}`);
	}
	for (const {text, factor, why} of labels) offer(nameScore(phrase, text) * factor, why);
	// Of a sentence about it one word says too little.
	const asked = words(phrase);
	const described = words(element.description ?? '');
	if (asked.length > 1 && asked.every(word => described.includes(word))) offer(0.6, 'what describes it');
	if (best.score > 0 || labels.some(({text}) => hasWords(text))) return best;
	for (const identifier of [element.id, element.nameAttribute]) {
		if (identifier !== null) offer(0.75 * attributeScore(phrase, identifierWords(identifier)), 'attribute', true);
	}
	for (const name of element.classes) offer(0.7 * attributeScore(phrase, identifierWords(name)), 'icon', true);
	return best;
}

/** Prefixes of frameworks and words for the kind of control say nothing. */
function attributeScore(phrase: string, identifier: string): number {
	const noise = /\b(btn|button|icon|ico|fa|fas|far|mdi|bi|glyphicon|svg|input|link|js|ui|red)\b/gi;
	// `x-large`: a size, and no name of one letter.
	const cleaned = identifier
		.replace(noise, ' ')
		.replace(/(?:^| )\p{L} (?=\S)/gu, ' ')
		.trim();
	const score = nameScore(phrase, cleaned);
	return score >= 0.93 ? 1 : score;
}
