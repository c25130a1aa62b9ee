import {isObject} from '../../../source/documents/document-value.ts';
import {looksSecret} from '../../domain/secret-fields.ts';
import {isSecretField} from './secret-fields.ts';
import {decoded} from '../../../contract/address.ts';

/** Stands where a secret was: a reader still sees that something was sent. */
export const masked = '***';
/** In place of what only looks like a secret: it still does, so that no reader takes it for an example. */
const maskedLook = `Bearer ${masked}`;
/** Levels of a value that are kept. */
export const deepest = 200;

/** `{{name}}` alone: a variable of a collection, which holds nothing itself. */
const isPlaceholder = (text: string): boolean => /^\s*\{\{[^{}]+\}\}\s*$/.test(text);

/** `Bearer abc` → `Bearer ***`: the scheme says how one signs in. */
function maskedSecret(text: string): string {
	if (text === '' || isPlaceholder(text)) return text;
	const scheme = /^([A-Za-z][\w-]{0,30}) \S/.exec(text)?.[1];
	return scheme === undefined ? masked : `${scheme} ${masked}`;
}

/** A value by the name of its field: all texts and numbers below the name of a secret, else the secrets in its texts. */
export function maskedValue(value: unknown, isSecret: boolean, depth = 0): unknown {
	if (depth > deepest) return null;
	if (typeof value === 'string') return isSecret ? maskedSecret(value) : maskedPlain(value, depth + 1);
	if (typeof value === 'number') return isSecret ? 0 : value;
	if (Array.isArray(value)) return value.map(one => maskedValue(one, isSecret, depth + 1));
	if (!isObject(value)) return value;
	const pairName = String(value['key'] ?? value['name'] ?? '');
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [
			name,
			maskedValue(one, isSecret || isSecretField(name === 'value' ? pairName : name), depth + 1),
		]),
	);
}

/** The value of a header, a parameter or a variable. */
export const maskedPair = (name: string, value: string): string =>
	isSecretField(name) ? maskedSecret(value) : maskedPlain(value);

/** `a=1&token=abc` → `a=1&token=***`. */
export function maskedQuery(text: string): string {
	const values = new URLSearchParams(text);
	const kept = [...values].map(([name, value]): [string, string] => [name, maskedPair(name, value)]);
	return new URLSearchParams(kept).toString();
}

/** A text whose field is not named like a secret: one as a whole, JSON inside it, or parts that say what they are. */
export function maskedPlain(text: string, depth = 0): string {
	if (isPlaceholder(text)) return text;
	if (looksSecret(text) && !text.includes('{{')) return maskedLook;
	return /^\s*[[{]/.test(text) ? maskedJson(text, depth) : maskedParts(text);
}

const userOfAddress = /:\/\/[^\s/?#@"'<>]{1,300}@/g;
const pairOfAddress = /(?<=[?&#;])([\w.[\]%-]{1,100})=([^&#;\s"'<>]{1,4000})/g;
const webToken = /(?<![\w-])eyJ[\w-]{8,2000}\.[\w-]{2,8000}(?:\.[\w-]{0,8000})?/g;
const schemeInText = /\b(Bearer|Basic|Token) (?=[^\s"'\d]{0,200}\d)[\w.~+/=-]{8,4000}/g;
/** `set("token", "abc")`, `password = 'abc'`, `<input token="abc">`. */
const quotedPair = /\b([\w.-]{1,60})(["'`]?\]?\s{0,3}[,:=]\s{0,3})(["'`])([^"'`\n]{1,500})\3/g;
const element = /<([\w:.-]{1,100})(\s[^<>]{0,500})?>([^<]{1,2000})</g;

/** Text of any kind: users and parameters of addresses, tokens, quoted values behind the name of a secret. */
function maskedParts(text: string): string {
	const hides = (name: string, value: string) => isSecretField(name) && !isPlaceholder(value);
	return text
		.replace(userOfAddress, '://')
		.replace(pairOfAddress, (all, name: string, value: string) => {
			const kept = maskedPair(decoded(name), decoded(value));
			return kept === decoded(value) ? all : `${name}=${encodeURIComponent(kept)}`;
		})
		.replace(webToken, masked)
		.replace(schemeInText, `$1 ${masked}`)
		.replace(quotedPair, (all, name: string, between: string, quote: string, value: string) =>
			hides(name, value) ? `${name}${between}${quote}${maskedSecret(value)}${quote}` : all,
		)
		.replace(element, (all, name: string, rest: string | undefined, value: string) =>
			hides(name, value) && value.trim() !== '' ? `<${name}${rest ?? ''}>${masked}<` : all,
		);
}

/** JSON by its fields; what holds variables without quotes, or is none after all, text by text. */
export function maskedJson(text: string, depth = 0): string {
	if (depth > deepest) return masked;
	try {
		const value: unknown = JSON.parse(text);
		const kept = JSON.stringify(maskedValue(value, false, depth + 1));
		return kept === JSON.stringify(value) ? text : kept;
	} catch {
		return maskedTokens(text, depth);
	}
}

/** Texts of JSON with what stands between them; one that is never closed ends with the text. */
const token = /"((?:[^"\\]|\\.)*)(?:"|\\?$)|(-?\d[\d.eE+-]*)|([{}[\],:])/gs;

type Level = {isList: boolean; isSecret: boolean; pairName: string};

/** What is not quite JSON: each value behind or below the name of a secret, and the secrets in the others. */
function maskedTokens(text: string, depth: number): string {
	const levels: Level[] = [{isList: false, isSecret: false, pairName: ''}];
	let name = '';
	let last = '';
	let isNamed = false;
	const top = () => levels.at(-1)!;
	const isSecretHere = () => top().isSecret || (isNamed && isSecretField(name === 'value' ? top().pairName : name));
	return maskedParts(
		text.replace(token, (all, said: string | undefined, digits: string | undefined, sign: string | undefined) => {
			if (sign !== undefined) {
				if (sign === '{' || sign === '[') levels.push({isList: sign === '[', isSecret: isSecretHere(), pairName: ''});
				else if ((sign === '}' || sign === ']') && levels.length > 1) levels.pop();
				isNamed = sign === ':';
				if (isNamed) name = last;
				return all;
			}
			const isSecret = isSecretHere();
			if (digits !== undefined) return isSecret ? '0' : all;
			last = said!;
			if (!isNamed && !top().isList) return all;
			if (name === 'name' || name === 'key') top().pairName = said!;
			const plain = unescaped(said!);
			const kept = isSecret ? maskedSecret(plain) : maskedPlain(plain, depth + 1);
			return kept === plain ? all : JSON.stringify(kept);
		}),
	);
}

function unescaped(said: string): string {
	try {
		return JSON.parse(`"${said}"`) as string;
	} catch {
		return said;
	}
}
