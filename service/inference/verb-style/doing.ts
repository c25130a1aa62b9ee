import {type Doing, doingWords} from '../../domain/doing-words.ts';
import {parameterOf, segmentsOf} from '../path-template.ts';
import {isVersion} from '../creation-path.ts';
import {kindOf, singular, wordsOf} from '../word-form.ts';

const doings = new Map(doingWords.flatMap(([doing, some]) => [...some].map(word => [word, doing] as const)));
/** Words beside them that change nothing of it: `getById`, `batchRemove`, `deleteOne`. */
const fillers = new Set(['by', 'id', 'ids', 'batch', 'bulk', 'one', 'single', 'many', 'or', 'uuid', 'a', 'the', 'of']);

/** An operation whose path says what it does, and of what kind of record. */
export type SpokenPath = {
	doing: Doing;
	/** Fixed segments of the collection: `/api/customer/add` and `/api/addCustomer` → `api`, `customer`. */
	collection: readonly string[];
	/** The same for every spelling of the collection. */
	key: string;
	/** The parameter behind the words, or in front of them: `/customer/detail/{id}`, `/customer/{id}/detail`; null: none. */
	parameter: string | null;
	/** Its noun stands in the plural. */
	isPlural: boolean;
};

/** What the last words of a path say: `/customer/add`, `/addCustomer`, `/customers.create`; null: it is no such path. */
export function spokenPath(path: string): SpokenPath | null {
	const segments = segmentsOf(path.split('?', 1)[0] ?? '');
	const isBehind = parameterOf(segments.at(-1) ?? '') !== null;
	const fixed = isBehind ? segments.slice(0, -1) : segments;
	const last = fixed.at(-1);
	if (last === undefined || parameterOf(last) !== null) return null;
	const [name = '', ...front] = last.split('.').reverse();
	const before = [...fixed.slice(0, -1), ...front.reverse()];
	const isInside = parameterOf(before.at(-1) ?? '') !== null;
	if (isBehind && isInside) return null;
	const parameter = parameterOf((isBehind ? segments.at(-1) : isInside ? before.at(-1) : '') ?? '');
	const said = wordsOf(name);
	const found = doingWords.find(([, some]) => said.some(word => some.has(word)))?.[0];
	if (found === undefined) return null;
	const nouns = nounsOf(said);
	if (nouns === null) return null;
	const above = isInside ? before.slice(0, -1) : before;
	// Below a record its own word would be another kind: `/customers/{id}/addNote`.
	if (isInside && nouns.length > 0) return null;
	const own = above.at(-1) ?? '';
	const isNamed = nouns.length > 0 && kindOf(own) !== kindOf(nouns.join('-'));
	if (!isNamed && !isNoun(own)) return null;
	const collection = isNamed ? [...above, nouns.join('-')] : above;
	if (collection.some(one => parameterOf(one) !== null)) return null;
	const noun = nouns.at(-1) ?? wordsOf(own).at(-1) ?? '';
	return {
		doing: found,
		collection,
		key: [...collection.slice(0, -1), kindOf(collection.at(-1)!)].join('/').toLowerCase(),
		parameter,
		isPlural: singular(noun) !== noun,
	};
}

/** The words of a name that say what it is about; null: what is done stands between them, which is another thing. */
function nounsOf(said: readonly string[]): string[] | null {
	const isDoing = (word: string) => doings.has(word) || fillers.has(word);
	const nouns = said.filter(word => !isDoing(word));
	const first = said.findIndex(word => !isDoing(word));
	const last = said.findLastIndex(word => !isDoing(word));
	return nouns.length === last - first + 1 || nouns.length === 0 ? nouns : null;
}

/** Whether a segment can be the word for a kind of record: no version, and not what all of an API lies below. */
const isNoun = (segment: string): boolean =>
	segment !== '' &&
	parameterOf(segment) === null &&
	!isVersion(segment) &&
	!/^(?:api|rest|rpc|admin|public|internal|open)$/i.test(segment) &&
	kindOf(segment) !== '';
