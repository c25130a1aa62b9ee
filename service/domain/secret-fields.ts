import {type IsSecretName, isSecretValue} from './secret-names.ts';

/** What takes the place of a secret; null leaves it where it is. */
type Replace = (secret: string | number) => string | null;

/** Which names are secret, and what to put in the place of their values. */
type FieldMask = {isSecret: IsSecretName; replace: Replace};

/** JSON, a form, parts of a multipart body or XML with its secret fields replaced; other texts as they are. */
export function maskBody(body: string, contentType: string, mask: FieldMask): string {
	const start = body.trimStart()[0];
	if (start === '{' || start === '[') return maskJson(body, mask);
	if (/multipart\//i.test(contentType)) return maskMultipart(body, contentType, mask);
	if (/x-www-form-urlencoded/i.test(contentType)) return maskForm(body, mask);
	if (start === '<') return maskMarkup(body, mask);
	// Without a type that says so, one line of pairs is a form.
	return /^[\w.[\]%+-]+=[^\s]*$/.test(body) ? maskForm(body, mask) : body;
}

/** JSON within JSON, as an API that reports what it received sends it. */
const holdsJson = /^"\s*(?:\{|\[)/;
const maskJsonWithin = (text: string, mask: FieldMask): string | null => {
	const masked = /^\s*[{[]/.test(text) ? maskJson(text, mask) : text;
	return masked === text ? null : masked;
};

const jsonString = /"(?:[^"\\]|\\.)*(?:"|\\?$)/y;
const jsonRest = /[^\s"{}[\],:]+/y;

/**
 * JSON text with its secret fields replaced and everything else as it stands; also the beginning of a text that was cut.
 * A list under a secret name holds secrets; an object does so in `value` and `key` only, because a record may be called
 * a token.
 */
export function maskJson(json: string, mask: FieldMask): string {
	type Place = {isList: boolean; secret: string | null; key: string | null};
	const places: Place[] = [];
	const pieces: string[] = [];
	let copied = 0;
	let at = 0;
	let isKey = false;
	const here = () => places.at(-1);
	const nameHere = (): string | null => {
		const place = here();
		if (!place) return null;
		if (place.isList) return place.secret;
		if (place.key === null) return null;
		if (mask.isSecret(place.key)) return place.key;
		return place.secret !== null && /^(?:value|key)$/i.test(place.key) ? place.secret : null;
	};
	const scalar = (end: number) => {
		const name = nameHere();
		if (name === null && (json[at] !== '"' || !holdsJson.test(json.slice(at, at + 12)))) return;
		const value = pieceValue(json.slice(at, end));
		const isSecret = name !== null && isSecretValue(name, value);
		const other = isSecret ? mask.replace(value) : typeof value === 'string' ? maskJsonWithin(value, mask) : null;
		if (other === null) return;
		pieces.push(json.slice(copied, at), JSON.stringify(other));
		copied = end;
	};
	while (at < json.length) {
		const sign = json[at]!;
		if (sign === '{' || sign === '[') {
			places.push({isList: sign === '[', secret: nameHere(), key: null});
			isKey = sign === '{';
			at++;
		} else if (sign === '}' || sign === ']') {
			places.pop();
			isKey = false;
			at++;
		} else if (sign === ',') {
			isKey = here()?.isList === false;
			at++;
		} else if (sign === '"') {
			jsonString.lastIndex = at;
			const end = at + (jsonString.exec(json)?.[0].length ?? json.length - at);
			const place = here();
			if (isKey && place) {
				place.key = String(pieceValue(json.slice(at, end)) ?? '');
				isKey = false;
			} else scalar(end);
			at = end;
		} else if (sign === ':' || sign.trim() === '') at++;
		else {
			jsonRest.lastIndex = at;
			const end = at + (jsonRest.exec(json)?.[0].length ?? 1);
			scalar(end);
			at = end;
		}
	}
	return copied === 0 ? json : pieces.join('') + json.slice(copied);
}

/** The value of a piece of JSON; of a text that was cut, as much as is there. */
function pieceValue(piece: string): unknown {
	for (const text of [piece, `${piece.replace(/\\(?:u[\da-f]{0,3})?$/i, '')}"`])
		try {
			return JSON.parse(text);
		} catch {
			// Not whole, or no JSON.
		}
	return undefined;
}

/** `a=1&password=x`, as a form or a query has it. */
function maskForm(form: string, {isSecret, replace}: FieldMask): string {
	return form
		.split('&')
		.map(pair => {
			const [name = '', ...rest] = pair.split('=');
			const value = decoded(rest.join('='));
			// `user[password]`, `filter.token`
			const field = decoded(name).replace(/\]/g, '').split(/[[.]/).at(-1) ?? '';
			if (rest.length === 0 || value === '' || !(isSecret(field) || isSecret(decoded(name)))) return pair;
			return `${name}=${replace(value) ?? rest.join('=')}`;
		})
		.join('&');
}

/** An address with the secrets of its query and of its user information replaced. */
export function maskUrl(url: string, mask: FieldMask): string {
	const [, before = url, query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
	const head = before.replace(
		/^(\w+:\/\/[^/:@]*):([^/@]+)@/,
		(_, start: string, password: string) => `${start}:${mask.replace(decoded(password)) ?? password}@`,
	);
	const masked = query === '' ? '' : `?${maskForm(query, mask)}`;
	return head + masked + (fragment.includes('=') ? `#${maskForm(fragment.slice(1), mask)}` : fragment);
}

function maskMultipart(body: string, contentType: string, {isSecret, replace}: FieldMask): string {
	const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1] ?? /^--([^\r\n]+)/.exec(body)?.[1];
	if (!boundary) return body;
	return body
		.split(`--${boundary}`)
		.map(part => {
			const [, head = '', gap = '', content = '', end = ''] = /^(.*?)(\r?\n\r?\n)(.*?)(\r?\n)?$/s.exec(part) ?? [];
			const name = /name="([^"]*)"/i.exec(head)?.[1];
			if (name === undefined || content === '' || !isSecret(name)) return part;
			return head + gap + (replace(content) ?? content) + end;
		})
		.join(`--${boundary}`);
}

/** `<password>x</password>` and `password="x"` of XML and HTML. */
function maskMarkup(text: string, mask: FieldMask): string {
	return text
		.replace(/<([\w:.-]+)((?:\s[^<>]*)?)>([^<>]+)(?=<\/\1>)/g, (whole, name: string, rest: string, value: string) =>
			mask.isSecret(name.split(':').at(-1) ?? name) && value.trim() !== ''
				? `<${name}${rest}>${mask.replace(value.trim()) ?? value}`
				: whole,
		)
		.replace(/(\s([\w:.-]+)=")([^"]+)"/g, (whole, start: string, name: string, value: string) =>
			mask.isSecret(name) ? `${start}${mask.replace(value) ?? value}"` : whole,
		);
}

/**
 * What a test printed or a traceback says: values behind a secret name, as Python, JSON and assignments write them
 * (`'password': 'x'`, `password="x"`, `token=x`).
 */
export function maskText(text: string, {isSecret, replace}: FieldMask): string {
	return text.replace(
		/(?<![\w-])((["']?)([A-Za-z][\w-]{1,60})\2\]?\s{0,3}(?:[:=]|=>)\s{0,3})(?:(["'])((?:(?!\4)[^\\\n]|\\.)+)\4|([^\s"'`,;&|<>(){}[\]=]{4,}))/g,
		(whole, start: string, _, name: string, quote: string | undefined, quoted: string, bare: string) => {
			if (!isSecret(name)) return whole;
			const value = quote === undefined ? bare : quoted;
			// `token = os.environ`, `password: str`, `secret=None`
			if (quote === undefined && /^(?:[a-z_.]+|None|True|False|null|true|false|\d{1,3})$/.test(value)) return whole;
			return `${start}${quote ?? ''}${replace(value) ?? value}${quote ?? ''}`;
		},
	);
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return text;
	}
}

const secretLook =
	/^(?:Bearer |Basic )|^eyJ[\w-]{8,}\.[\w-]+\.|-----BEGIN|^(?:sk|pk|rk|ghp|gho|xox[abp]|AKIA)[-_]?[\w-]{12,}$/;

/** Whether a text looks like a token or a key whatever its field is called. */
export const looksSecret = (text: string): boolean => secretLook.test(text.slice(0, 8000));
