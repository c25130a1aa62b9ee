import {sealedStart} from './sealed-text.ts';
import {maskJson} from './secret-fields.ts';
import {type IsSecretName, isSecretByName, isSecretValue} from './secret-names.ts';

/** Texts of a JSON text, keys among them. */
const texts = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;

/**
 * JSON text, without spaces before its colons, with each of its texts changed; its keys and numbers stay as they are, with
 * every digit.
 */
const inStrings = (json: string, change: (text: string) => string): string =>
	json.replace(texts, (token: string, at: number) => {
		if (json[at + token.length] === ':') return token;
		const text = JSON.parse(token) as string;
		const other = change(text);
		return other === text ? token : JSON.stringify(other);
	});

type Capture = {name: string; value: unknown; json?: string};

type Protecting = {
	/** The rule of the project. */
	isSecret: IsSecretName;
	/** What takes the place of a secret in a field within the value; null leaves it. */
	replace(secret: string | number): string | null;
	seal(secret: string | number): string;
	/** Secrets that somebody has stored. */
	stored: ReadonlySet<string>;
	/** A text with all known secrets within it sealed. */
	everywhere(text: string): string;
};

/**
 * A captured value as it is stored: sealed when somebody has stored it as a secret or it is tagged `token`, whatever the
 * project shows of its recordings; of lists and objects each text. Whoever needs it gets it as it was.
 */
export function protectCapture<V extends Capture>(capture: V, parts: Protecting): V {
	const json = capture.json ?? JSON.stringify(capture.value ?? null);
	const sealed = sealedJson(capture.name, capture.value, json, parts);
	return sealed === json ? capture : {...capture, value: JSON.parse(sealed) as unknown, json: sealed};
}

function sealedJson(name: string, value: unknown, json: string, parts: Protecting): string {
	const {isSecret, replace, seal, stored, everywhere} = parts;
	const isTagged = isSecret(name) || isSecretByName(name);
	if (typeof value === 'string' || typeof value === 'number') {
		if (String(value).startsWith(sealedStart)) return json;
		if (stored.has(String(value)) || (isTagged && isSecretValue(name, value))) return JSON.stringify(seal(value));
		const other = typeof value === 'string' ? everywhere(value) : value;
		return other === value ? json : JSON.stringify(other);
	}
	if (value === null || typeof value !== 'object') return json;
	const text = (leaf: string): string => {
		if (leaf === '' || leaf.startsWith(sealedStart)) return leaf;
		return isTagged || stored.has(leaf) ? seal(leaf) : everywhere(leaf);
	};
	// Under a secret name it is masked as if it were a field of that name.
	const start = `{${JSON.stringify(name)}:`;
	const mask = {isSecret: isTagged ? (key: string) => key === name || isSecret(key) : isSecret, replace};
	return inStrings(isTagged ? maskJson(`${start}${json}}`, mask).slice(start.length, -1) : maskJson(json, mask), text);
}
