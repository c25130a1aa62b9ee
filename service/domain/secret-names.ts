import {secretNames} from '../../contract/masked-fields.ts';

/** What a project adds to them and takes away. */
type SecretNameChanges = {readonly add: readonly string[]; readonly remove: readonly string[]};

/** Whether the value of a field, a parameter or a variable of this name is a secret. */
export type IsSecretName = (name: string) => boolean;

/** `tokenCount`, `token_type`, `passwordUpdatedAt`: says something about a secret without being one. */
const harmlessEnds = new Set(
	(
		'count counts id ids type types name names length size limit limits max min url uri path endpoint status state ttl ' +
		'age at on in by date time expiry expires expiration expired expire valid validity policy policies required ' +
		'enabled disabled used usage uses scope scopes kind label hint strength location issuer algorithm format version'
	).split(' '),
);

/** Without separators and case to tell the words apart: `accesstoken`, `NEWPASSWORD`. */
const joinedEnds = /(?:password|passwd|passphrase|secret|token|apikey|authorization|credential)s?$/;
/** Names of one thing that end like one of these and are none. */
const notJoined = new Set(['secretary']);

/** `newPassword`, `api-key`, `X_API_KEY` as words in lower case. */
const wordsOfName = (name: string): string[] =>
	name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter(Boolean);

const joined = (name: string) => wordsOfName(name).join('');
const singular = (word: string) => (word.length > 3 ? word.replace(/s$/, '') : word);

/** The rule of one project; `exact` names come from its document and are compared as they stand. */
export function secretNameRule(
	{add, remove}: SecretNameChanges = {add: [], remove: []},
	exact: Iterable<string> = [],
): IsSecretName {
	const removed = new Set(remove.map(joined));
	const own = new Set([...add].map(joined).filter(Boolean));
	const marked = new Set(exact);
	const patterns = secretNames.map(name => name.split(' ')).filter(words => !removed.has(words.join('')));
	const added = add.map(wordsOfName).filter(words => words.length > 0);
	const known = new Map<string, boolean>();
	const judge = (name: string): boolean => {
		const words = wordsOfName(name).map(word => word.replace(/(?<!\d)\d+$/, '') || word);
		const whole = joined(name);
		if (own.has(whole)) return true;
		if (removed.has(whole)) return false;
		if (marked.has(name)) return true;
		if (added.some(pattern => holds(words, pattern))) return true;
		if (harmlessEnds.has(words.at(-1) ?? '')) return false;
		if (patterns.some(pattern => holds(words, pattern))) return true;
		const end = words.map(word => joinedEnds.exec(word)?.[0].replace(/s$/, '')).find(Boolean);
		return end !== undefined && !removed.has(end) && !notJoined.has(whole);
	};
	return name => {
		let isSecret = known.get(name);
		if (isSecret === undefined) {
			isSecret = judge(name);
			if (known.size < 5000) known.set(name, isSecret);
		}
		return isSecret;
	};
}

/** Whether the words of a pattern stand in a row among those of a name; `apikey` is `api key` in one word. */
function holds(words: readonly string[], pattern: readonly string[]): boolean {
	const inOne = pattern.join('');
	return words.some(
		(word, start) =>
			singular(word) === inOne ||
			word === inOne ||
			pattern.every((part, index) => words[start + index] === part || singular(words[start + index] ?? '') === part),
	);
}

/** Without changes of a project. */
export const isSecretByName: IsSecretName = secretNameRule();

const opensByNumber = secretNameRule({
	add: [],
	remove: ['token', 'secret', 'credential', 'bearer', 'jwt', 'authorization'],
});

/**
 * Whether a value under a secret name is one. Nothing, a yes or no and an empty text tell nothing, and a number under
 * `token` is the id of a record; a `pin` or a password may be a number.
 */
export function isSecretValue(name: string, value: unknown): value is string | number {
	if (typeof value === 'string') return value !== '';
	return typeof value === 'number' && (opensByNumber(name) || !isSecretByName(name));
}
