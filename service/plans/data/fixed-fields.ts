import {type Schemas, type SchemaView, textIn} from '../model/schema.ts';

/** What is said of a field that keeps the value with which its record was made. */
const keepsValue =
	/\b(?:immutable|(?:cannot|can't|can not|may not|must not|never) be (?:changed|modified|updated|edited|altered)|not (?:changeable|editable|updatable|modifiable))\b/i;
/** "Cannot be changed once it is published" speaks of a state, not of every change. */
const isOfState =
	/\b(?:if|unless|when|while|until|once|after)\b(?! (?:creation|creating|it (?:is|was|has been) created))/i;
/** "The only fields which can be modified are: kind, account": behind the word for changing stand their names. */
const changing = /\b(?:modified|changed|updated|edited)\b/i;
const ofFields = /\b(?:fields?|propert(?:y|ies)|attributes?)\b/i;

const longest = 20_000;
const sentencesOf = (text: string): string[] => text.slice(0, longest).split(/(?<=[.!;])\s|\n{2,}/);

/**
 * Fields of a body that its document says a change leaves as they are: of the field itself, or in what it says of the
 * operation. An API ignores or refuses another value for them.
 */
export function fixedFields(schemas: Schemas, view: SchemaView, description: string | null): ReadonlySet<string> {
	const known = read.get(view) ?? new Map<string | null, ReadonlySet<string>>();
	read.set(view, known);
	const fixed = known.get(description) ?? readFixed(schemas, view, description);
	known.set(description, fixed);
	return fixed;
}

/** What was read of a body: every row that changes a record asks. */
const read = new WeakMap<SchemaView, Map<string | null, ReadonlySet<string>>>();

function readFixed(schemas: Schemas, view: SchemaView, description: string | null): ReadonlySet<string> {
	const names = [...view.properties.keys()];
	const fixed = new Set(
		names.filter(name => {
			const {words} = schemas.view(view.properties.get(name));
			const mutability = words['x-ms-mutability'];
			if (words['x-immutable'] === true || (Array.isArray(mutability) && !mutability.includes('update'))) return true;
			return sentencesOf(textIn(words, 'description') ?? '').some(one => keepsValue.test(one) && !isOfState.test(one));
		}),
	);
	const said = sentencesOf(description ?? '');
	const mentioned = (text: string) => {
		const words = new Set(text.match(/[\w-]+/g));
		return names.filter(name => words.has(name));
	};
	for (const sentence of said)
		if (keepsValue.test(sentence) && !isOfState.test(sentence)) for (const name of mentioned(sentence)) fixed.add(name);
	const changeable = said.flatMap(sentence => {
		const at = sentence.search(changing);
		const front = sentence.slice(0, Math.max(at, 0));
		return /\bonly\b/i.test(front) && ofFields.test(front) ? mentioned(sentence.slice(at)) : [];
	});
	if (changeable.length > 0) for (const name of names) if (!changeable.includes(name)) fixed.add(name);
	return fixed;
}
