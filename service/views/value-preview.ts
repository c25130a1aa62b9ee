import {isSecretByName, isSecretValue} from '../domain/secret-names.ts';
import {sealedStart} from '../domain/sealed-text.ts';
import type {Variable} from '../../contract/variable.ts';

const previewLength = 200;

/** What stands in place of a secret. */
export const masked = '•••';

/**
 * Whether a variable opens something: its name says so word by word (`tokenCount` does not), and its value may (an
 * ordinary numeric id under `token` is the id of a record).
 *
 * @param json its JSON text, or the beginning of a long one; null when nothing was captured
 */
export function isCredential(name: string, json: string | null): boolean {
	if (json?.includes(sealedStart)) return true;
	if (!isSecretByName(name)) return false;
	return json === null || !/^-?\d/.test(json) || isSecretValue(name, Number(json));
}

/**
 * A captured value as people see it: texts as they are, everything else as JSON.
 *
 * @param json its JSON text, or the beginning of a long one
 */
export function valuePreview(json: string, isMasked: boolean): Pick<Variable, 'value' | 'valueType'> {
	const valueType = typeOf(json);
	if (isMasked) return {value: masked, valueType};
	const text = valueType === 'string' ? textOf(json) : json;
	return {value: cut(text), valueType};
}

function typeOf(json: string): NonNullable<Variable['valueType']> {
	const first = json[0];
	if (first === '"') return 'string';
	if (first === '{') return 'object';
	if (first === '[') return 'array';
	if (first === 't' || first === 'f') return 'boolean';
	return first === 'n' ? 'null' : 'number';
}

function textOf(json: string): string {
	for (const text of [json, `${json.replace(/\\(?:u[\da-f]{0,3})?$/i, '')}"`])
		try {
			return String(JSON.parse(text));
		} catch {
			// The beginning of a long text has no end.
		}
	return json.slice(1);
}

/** Without half a character at its end. */
const cut = (text: string): string => text.slice(0, previewLength).replace(/[\uD800-\uDBFF]$/, '');
