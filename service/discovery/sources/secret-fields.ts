import {isObject} from '../../../source/documents/document-value.ts';
import {looksSecret} from '../../domain/secret-fields.ts';

const secretName =
	/pass(?:word|wd|phrase)|secret|token|api[-_]?key|authori[sz]ation|credential|cookie|session|jwt|bearer|private[-_]?key|signature|csrf|xsrf|otp\b|\bpin\b|cvv|cvc/i;

/** Whether a field, parameter or header holds a secret by its name. */
export const isSecretField = (name: string): boolean => secretName.test(name);

const deepest = 40;

/** A value without the fields that hold secrets; what looks like one elsewhere becomes null. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
	if (depth > deepest) return null;
	if (typeof value === 'string') return looksSecret(value) ? null : value;
	if (Array.isArray(value)) return value.map(one => withoutSecrets(one, depth + 1));
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => name !== '__proto__' && !isSecretField(name))
			.map(([name, one]) => [name, withoutSecrets(one, depth + 1)]),
	);
}
