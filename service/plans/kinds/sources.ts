import {pushTo} from '../../domain/push-to.ts';
import {isObject} from '../../inference/json-value.ts';
import {schemaWord} from './schema-word.ts';
import {formOf} from '../model/answer-form.ts';
import {isCommand} from '../model/meaning.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';
import {below, entry} from '../model/pointer.ts';
import {isScalar, recordIn, type Schemas, type SchemaView} from '../model/schema.ts';
import {singular} from '../../inference/word-form.ts';
import {handleField} from './find-handle.ts';
import {isLink} from './find-kinds.ts';
import {isIdName, kindWord, referenceName} from './names.ts';

/** A value in an answer that names a record which is there. */
export type Source = {
	operation: PlanOperation;
	/** `$.items[0].show.id` */
	pointer: string;
	schema: unknown;
};

/** What a place wants of a record. */
export type Wanted = {
	/** Name of the value: `id`. */
	name: string;
	/** The request cannot do without it: a record that another one holds is taken, too. */
	needed: boolean;
};

/** Where the answers of an API show records of a kind, whether or not the kind has a path or a list of its own. */
export type Sources = {
	/** Best first: answers that need the fewest values, lists before single records, what lies higher before what lies inside. */
	ofWord(word: string, wanted: Wanted): readonly Source[];
	/** Fields of exactly this name. */
	called(name: string): readonly Source[];
	/** The field of that name in every sort of record that has one, the best answer of each; empty when one sort alone does. */
	inEvery(name: string): readonly Source[];
	/** A list of bare values, or of records with a field of that name, on exactly this path. */
	listedAt(shape: string, name: string): readonly Source[];
	/** Entries of the list that is called so, on a path without parameters, and whose entries have no other name than one. */
	listOf(word: string): readonly Source[];
	/** Fields of exactly this name in the answers of POSTs that do not take it. */
	madeAs(name: string): readonly Source[];
	/** Ids in the answers of POSTs on a path that ends with the word. */
	madeOf(word: string): readonly Source[];
};

type Place = {
	operation: PlanOperation;
	pointer: string;
	depth: number;
	isListed: boolean;
	/** A single record that another one holds. */
	isEmbedded: boolean;
};
type RecordPlace = Place & {view: SchemaView};
type FieldPlace = Place & {schema: unknown};
/** Where in an answer the reading is. */
type Spot = Omit<Place, 'operation'> & {
	/** What the records here are called. */
	word: string;
	/** Only containers stand in front: it is what was asked for. */
	isAnswer: boolean;
};

const deepest = 4;
/** Objects that are looked at in one answer. */
const mostObjects = 150;

/** Keys that say nothing of what they hold. */
export const containers: ReadonlySet<string> = new Set(
	[
		...[
			'items',
			'data',
			'results',
			'result',
			'records',
			'entries',
			'list',
			'values',
			'content',
			'rows',
			'nodes',
			'node',
		],
		...['response', 'payload', 'edges', 'page', 'pages', 'value', 'entry', 'record', 'object', 'all', 'embedded'],
	].map(singular),
);

/** Looks at the answers of all GETs, when the first one is asked for. */
export function findSources(operations: readonly PlanOperation[], schemas: Schemas): Sources {
	let known: Index | null = null;
	const index = () => (known ??= indexAnswers(operations, schemas));
	let lists: Map<string, Source[]> | null = null;
	let shown: Map<string, PlanOperation> | null = null;
	const byShape = () => (shown ??= new Map(operations.filter(needsNothingElse).map(one => [one.shape, one])));
	const named = () => (lists ??= listsByWord(operations, index().scalars, schemas));
	let posts: Made | null = null;
	const made = () => (posts ??= indexPosts(operations, schemas));
	return {
		listOf: word => named().get(word) ?? [],
		madeAs: name => made().fields.get(name) ?? [],
		madeOf: word => made().records.get(word) ?? [],
		ofWord: (word, {name, needed}) =>
			(index().records.get(word) ?? [])
				.filter(one => !asksFor(one.operation, word) && (needed || !one.isEmbedded || speaksOf(one, word)))
				.sort((a, b) => Number(speaksOf(b, word)) - Number(speaksOf(a, word)))
				.flatMap(({operation, pointer, view}) => {
					const field = handleField(schemas, view, name, word);
					const isNamed = field !== null && (isIdName(field) || !isIdName(name));
					if (!isNamed) return [];
					return [{operation, pointer: below(pointer, field), schema: view.properties.get(field)}];
				}),
		called: name =>
			(index().fields.get(name) ?? []).filter(
				({operation}) => !operation.pathParameters.some(one => one.name === name),
			),
		inEvery: name => {
			const kinds = [...index().records.values()].flatMap(
				places => places.find(({view}) => hasScalar(schemas, view, name)) ?? [],
			);
			const sorts = new Set(kinds.map(({view}) => schemaWord(view)));
			if (sorts.size < 2) return [];
			return kinds
				.sort((a, b) => rankOf(a) - rankOf(b))
				.map(({operation, pointer, view}) => ({
					operation,
					pointer: below(pointer, name),
					schema: view.properties.get(name),
				}));
		},
		listedAt: (shape, name) => [
			...(index().scalars.get(shape) ?? []),
			...fieldOfList(byShape().get(shape), name, schemas),
		],
	};
}

const hasScalar = (schemas: Schemas, {properties}: SchemaView, name: string): boolean =>
	properties.has(name) && isScalar(schemas.view(properties.get(name)));

/** What has to be known for an answer, then how far inside the record stands. */
const rankOf = ({operation, depth, isListed}: Place): number =>
	needsOf(operation) * 100 + depth * 2 + (isListed ? 0 : 1);

/** A list that can be asked for by its path alone. */
const needsNothingElse = ({method, query}: PlanOperation): boolean =>
	method === 'GET' && query.every(({required}) => !required);

/** The field of that name in the entries of the list on a path. */
function fieldOfList(list: PlanOperation | undefined, name: string, schemas: Schemas): Source[] {
	const form = list && formOf(schemas, list);
	const schema = form?.form === 'list' ? form.view.properties.get(name) : undefined;
	if (!list || form?.form !== 'list' || schema === undefined || !isScalar(schemas.view(schema))) return [];
	return [{operation: list, pointer: below(entry(form.pointer, 0), name), schema}];
}

/** The lists on paths without parameters, by the word that their path ends with. */
function listsByWord(
	operations: readonly PlanOperation[],
	scalars: ReadonlyMap<string, readonly Source[]>,
	schemas: Schemas,
): Map<string, Source[]> {
	const lists = new Map<string, Source[]>();
	for (const operation of operations) {
		if (operation.method !== 'GET' || operation.segments.some(isParameter)) continue;
		const word = kindWord(operation.segments.at(-1) ?? '');
		for (const one of scalars.get(operation.shape) ?? namesIn(operation, schemas)) pushTo(lists, word, one);
	}
	return lists;
}

/** The `name` of the entries of a list that have nothing else that names them. */
function namesIn(operation: PlanOperation, schemas: Schemas): Source[] {
	const form = formOf(schemas, operation);
	if (form.form !== 'list' || [...form.view.properties.keys()].some(isIdName)) return [];
	const schema = form.view.properties.get('name');
	return schema === undefined ? [] : [{operation, pointer: below(entry(form.pointer, 0), 'name'), schema}];
}

/** Whether the path of an answer ends with the word for what is looked for. */
const speaksOf = ({operation}: Place, word: string): boolean =>
	kindWord(operation.segments.findLast(one => !isParameter(one)) ?? '') === word;

type Index = {
	records: Map<string, RecordPlace[]>;
	fields: Map<string, FieldPlace[]>;
	/** Shape of a path → the list of bare values that its GET answers. */
	scalars: Map<string, FieldPlace[]>;
};

function indexAnswers(operations: readonly PlanOperation[], schemas: Schemas): Index {
	const index: Index = {records: new Map(), fields: new Map(), scalars: new Map()};
	for (const operation of operations)
		if (operation.method === 'GET' && operation.success) new Answer(operation, schemas, index).read();
	const needs = new Map(operations.map(one => [one, needsOf(one)]));
	const byRank = (a: Place, b: Place) =>
		needs.get(a.operation)! - needs.get(b.operation)! ||
		Number(b.isListed) - Number(a.isListed) ||
		a.depth - b.depth ||
		a.operation.index - b.operation.index;
	for (const lists of [index.records, index.fields, index.scalars] as const)
		for (const list of lists.values()) (list as Place[]).sort(byRank);
	return index;
}

/** Values that have to be known before an answer can be asked for. */
const needsOf = ({pathParameters, query}: PlanOperation): number =>
	pathParameters.length +
	query.filter(({required, schema, example}) => required && example === undefined && !isChoice(schema)).length;

/** A schema with an enum or a default says itself what can be sent. */
const isChoice = (schema: unknown): boolean =>
	isObject(schema) && ('enum' in schema || 'default' in schema || 'example' in schema);

/** Whether an answer shows a record of a kind only to who knows its name: `GET /albums/{id}`, `GET /albums?ids=…`. */
function asksFor({segments, query}: PlanOperation, word: string): boolean {
	const isAsked = (name: string, segment: string | undefined) => {
		const {words} = referenceName(name);
		return words.length > 0 ? words.join('') === word : kindWord(segment ?? '') === word;
	};
	const fixed = segments.findLast(one => !isParameter(one));
	return (
		segments.some((one, at) => isParameter(one) && isAsked(one.replace(/^[:{]|\}$/g, ''), segments[at - 1])) ||
		query.some(({name, required}) => required && referenceName(name).handle !== null && isAsked(name, fixed))
	);
}

type Made = {fields: Map<string, Source[]>; records: Map<string, Source[]>};

/** What the answers of POSTs hand out on their upper level. */
function indexPosts(operations: readonly PlanOperation[], schemas: Schemas): Made {
	const made: Made = {fields: new Map(), records: new Map()};
	for (const operation of operations) {
		const form =
			operation.method === 'POST' && !isCommand(operation) && !isLink(operation, schemas)
				? formOf(schemas, operation)
				: null;
		if (form?.form !== 'record') continue;
		const {properties} = schemas.view(operation.endpoint.body?.schema);
		const isSent = (name: string) =>
			properties.has(name) && schemas.view(properties.get(name)).words['readOnly'] !== true;
		const word = kindWord(operation.segments.at(-1) ?? '');
		for (const [name, schema] of form.view.properties) {
			if (!isScalar(schemas.view(schema))) continue;
			const source = {operation, pointer: below(form.pointer, name), schema};
			if (isTelling(name) && !isSent(name)) pushTo(made.fields, name, source);
			if (name === 'id' && word !== '' && !isParameter(operation.segments.at(-1)!)) pushTo(made.records, word, source);
		}
	}
	return made;
}

/** Reads the schema of one answer. */
class Answer {
	readonly #operation: PlanOperation;
	readonly #schemas: Schemas;
	readonly #index: Index;
	#left = mostObjects;

	constructor(operation: PlanOperation, schemas: Schemas, index: Index) {
		this.#operation = operation;
		this.#schemas = schemas;
		this.#index = index;
	}

	read(): void {
		const word = kindWord(this.#operation.segments.findLast(one => !isParameter(one)) ?? '');
		this.#look(this.#operation.success?.schema, {
			pointer: '$',
			word,
			depth: 0,
			isListed: false,
			isEmbedded: false,
			isAnswer: true,
		});
	}

	#look(schema: unknown, at: Spot): void {
		const view = recordIn(this.#schemas, this.#schemas.view(schema));
		if (view.types.has('array')) this.#lookAtEntries(view, at);
		else if (view.properties.size > 0 && this.#left-- > 0) {
			this.#note(view, at);
			for (const [name, field] of view.properties) this.#lookAtField(name, field, at);
		}
	}

	#lookAtEntries({items}: SchemaView, at: Spot): void {
		if (items === null) return;
		const pointer = entry(at.pointer, 0);
		const inside = this.#schemas.view(items);
		if (!isScalar(inside)) this.#look(items, {...at, pointer, isListed: true, isEmbedded: false});
		else if (at.isAnswer && !at.isListed && inside.enum === null)
			pushTo(this.#index.scalars, this.#operation.shape, this.#place(items, {...at, pointer, isListed: true}));
	}

	#lookAtField(name: string, field: unknown, at: Spot): void {
		const pointer = below(at.pointer, name);
		if (isScalar(this.#schemas.view(field))) {
			if (isTelling(name)) pushTo(this.#index.fields, name, this.#place(field, {...at, pointer}));
			return;
		}
		if (at.depth >= deepest) return;
		const own = kindWord(name);
		const isContainer = containers.has(own) || own === '';
		this.#look(field, {
			pointer,
			word: isContainer ? at.word : own,
			depth: at.depth + 1,
			isListed: at.isListed,
			isEmbedded: at.isEmbedded || !isContainer,
			isAnswer: at.isAnswer && (isContainer || own === at.word),
		});
	}

	/** Notes the record that an object is: by the word for where it stands, and by the name of its schema. */
	#note(view: SchemaView, {word, ...at}: Spot): void {
		// Inside another single record, which has to be known, it is rarely one that somebody looks for.
		if (!at.isListed && at.depth > 0 && this.#operation.pathParameters.length > 0) return;
		const named = schemaWord(view);
		// `{invitee: <User>}` is a user: what it is there for is no kind.
		const words = at.isEmbedded && named !== '' ? [named] : [word, named];
		for (const own of new Set(words))
			if (own !== '') pushTo(this.#index.records, own, {operation: this.#operation, ...at, view});
	}

	#place(schema: unknown, {pointer, depth, isListed, isEmbedded}: Spot): FieldPlace {
		return {operation: this.#operation, pointer, depth, isListed, isEmbedded, schema};
	}
}

/** A name that says what it names: more than one word, or an id of something. */
const isTelling = (name: string): boolean => {
	const {words, handle} = referenceName(name);
	return words.length > 1 || (words.length > 0 && handle !== null);
};
