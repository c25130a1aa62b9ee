import {type Draft, type Family, one, type Form} from '../draft.ts';
import {byForms, form} from '../pattern.ts';
import type {Target} from '../reading.ts';
import {targetsOf} from '../targets.ts';
import {type Token, textOf} from '../tokens.ts';

const verbs = '(upload|attach|drop|choose|select|add|import)';
const uploads: Form[] = [
	form(`${verbs} {file} (to|into|in|onto|on|as|for|at|under|using|with|through|via) {field}`, ({file, field}) =>
		targetsOf(field!).flatMap(target => uploaded(file!, target)),
	),
	form('(replace|exchange|swap|change) [the|my] {thing} (with|by|for|to) {file}', ({thing, file}) =>
		/^(?:file|files|document|image|picture|photo|avatar|attachment|upload)$/.test(thing!.at(-1)!.lower)
			? uploaded(file!, null)
			: [],
	),
	form(`${verbs} {file}`, ({file}) => uploaded(file!, null)),
];

/** "upload invoice.pdf to Attach invoice, attach "a.png", drop the file on the upload area". */
export const upload: Family = tokens => byForms(uploads, tokens);

const kinds: Record<string, string> = {
	png: 'png',
	jpg: 'jpg',
	jpeg: 'jpg',
	pdf: 'pdf',
	csv: 'csv',
	txt: 'txt',
	text: 'txt',
	json: 'json',
	xlsx: 'xlsx',
	excel: 'xlsx',
	zip: 'zip',
};
/** An address of mail ends like a file. */
const fileName = /^[^\s/\\@]{1,200}\.(?:[a-z][a-z0-9]{1,4}|7z)$/i;
const units: Record<string, number> = {kb: 1024, mb: 1_048_576, kib: 1024, mib: 1_048_576};

/** One file, or the files of a list: all of them are handed over at once. */
function uploaded(tokens: readonly Token[], target: Target | null): Draft[] {
	const names: Token[][] = [[]];
	for (const token of tokens) {
		if (token.lower === 'and' || (token.kind === 'mark' && token.text === ',')) names.push([]);
		else names.at(-1)!.push(token);
	}
	const [first = [], ...others] = names.filter(name => name.length > 0);
	if (others.length === 0) return oneFile(first, target);
	const files = [first, ...others].map(name => oneFile(name, target)[0]);
	const [part, ...rest] = files.flatMap(draft => (draft && 'parts' in draft ? draft.parts : []));
	if (part?.op !== 'upload' || rest.length !== others.length) return [];
	const more = rest.flatMap(one => (one.op === 'upload' && one.bytes === null ? [one.file] : []));
	return more.length === rest.length ? [one({...part, more})] : [];
}

/** A file of the project by its name, or one that is made for its kind. Paths are no names. */
function oneFile(tokens: readonly Token[], target: Target | null): Draft[] {
	const words = tokens.filter(
		({lower, kind}) =>
			kind === 'quoted' ||
			!/^(?:the|a|an|file|files|document|named|called|my|sample|test|small|valid|some)$/.test(lower),
	);
	const sized = sizeOf(words);
	const rest = sized.rest.filter(({lower}) => lower !== 'of');
	const [only] = rest;
	if (rest.length !== 1 || !only) return [];
	const text = textOf(rest);
	if (only.kind === 'variable') return [one({op: 'upload', target, file: text, bytes: sized.bytes})];
	if (fileName.test(text)) return [one({op: 'upload', target, file: text, bytes: sized.bytes})];
	const kind = kinds[text.replace(/^\./, '').toLowerCase()];
	const saysFile =
		sized.bytes !== null || tokens.some(({lower}) => /^(?:file|document|image|picture|photo)$/.test(lower));
	return kind && saysFile && only.kind === 'word'
		? [one({op: 'upload', target, file: `file.${kind}`, bytes: sized.bytes})]
		: [];
}

function sizeOf(tokens: readonly Token[]): {bytes: number | null; rest: Token[]} {
	for (const [at, token] of tokens.entries()) {
		const joined = /^(\d{1,4}(?:\.\d+)?)(kb|mb|kib|mib)$/.exec(token.lower);
		if (joined)
			return {
				bytes: Math.round(Number(joined[1]) * units[joined[2]!]!),
				rest: tokens.filter((_, index) => index !== at),
			};
		const unit = units[tokens[at + 1]?.lower ?? ''];
		if (unit && /^\d{1,4}(?:\.\d+)?$/.test(token.text))
			return {
				bytes: Math.round(Number(token.text) * unit),
				rest: tokens.filter((_, index) => index !== at && index !== at + 1),
			};
	}
	return {bytes: null, rest: [...tokens]};
}

/** `VAR_TOTAL`, `TOTAL`, `"ORDER"` → the name a value is kept under; null: none. */
function captureName(tokens: readonly Token[]): string | null {
	const [only] = tokens.filter(({lower}) => !/^(?:variable|the|a)$/.test(lower));
	if (!only || tokens.length > 2) return null;
	const name = only.text.replace(/^VAR_/, '');
	return /^[A-Z][A-Z0-9_]{0,63}$/.test(name)
		? name
		: /^[a-z][A-Za-z0-9_]{0,63}$/.test(name)
			? name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase()
			: null;
}

const captures: Form[] = [
	...['for other tests', ''].map(tail =>
		form(
			`(save|remember|store|note|note down|keep|capture|record|read|copy|get|grab|extract) {thing} (as|into|in|to|under|under the name|as variable|in variable|into variable|in the variable|as the variable) {name} ${tail}`,
			({thing, name}) => {
				const key = captureName(name!);
				return key === null ? [] : captured(thing!, key, tail !== '');
			},
		),
	),
];

/** "save the order number as ORDER, read the total into VAR_TOTAL". */
export const capture: Family = tokens => byForms(captures, tokens);

function captured(thing: readonly Token[], name: string, isForOtherTests: boolean): Draft[] {
	const start = /^(?:the|a)$/.test(thing[0]!.lower) ? 1 : 0;
	const head = textOf(thing.slice(start, start + 2)).toLowerCase();
	const isLink = thing.at(-1)!.lower === 'link' || thing[start]!.lower === 'link' || /^(?:url|address) of$/.test(head);
	const rest =
		head === 'text of' ||
		head === 'value of' ||
		head === 'text in' ||
		head === 'value in' ||
		/^(?:url|address|link) of$/.test(head)
			? thing.slice(start + 2)
			: thing;
	const what = isLink ? 'link' : head.startsWith('value ') ? 'value' : 'text';
	return targetsOf(rest)
		.filter(({phrase, role}) => phrase !== '' || role !== null)
		.map(target =>
			one({
				op: 'capture',
				target,
				what: target.role === 'field' && what === 'text' ? 'value' : what,
				name,
				isForOtherTests,
			}),
		);
}
