import {pushTo} from '../../domain/push-to.ts';
import {actionOf} from '../../inference/lead-up.ts';
import {wordsOf} from '../../inference/word-form.ts';
import {isParameter, type PlanOperation} from '../model/operation.ts';
import {kindred, participles, verbOf} from '../model/participles.ts';
import type {Schemas} from '../model/schema.ts';
import type {PlannedEdge} from './candidate.ts';
import type {Kind} from './kind.ts';
import {plural} from './names.ts';

export type OrderInput = {
	operations: readonly PlanOperation[];
	schemas: Schemas;
	edgesOf(operation: PlanOperation): readonly PlannedEdge[];
	edgeOf(operation: PlanOperation, place: string): PlannedEdge | undefined;
};

/** Records that something lies below or refers to, and these in turn: the event of the ticket type of an order. */
const furthest = 3;
const longest = 4000;

/**
 * What the document says has to come before an operation: "The event has to be published", "Refunds a paid order", "Only
 * confirmed bookings can be completed", where an action brings the record into that state. A state in which records are made
 * needs none.
 *
 * @returns actions in their order, `METHOD /path` each, by the operation
 */
export function documentedOrder(input: OrderInput): ReadonlyMap<PlanOperation, string[]> {
	const direct = new Map<PlanOperation, PlanOperation[]>();
	const actions = actionsByKind(input);
	for (const operation of input.operations) {
		const firsts = isWriting(operation) ? firstsIn(input, operation, actions) : [];
		if (firsts.length > 0) direct.set(operation, firsts);
	}
	const order = new Map<PlanOperation, string[]>();
	for (const operation of direct.keys()) {
		const all: PlanOperation[] = [];
		const add = (one: PlanOperation, path: readonly PlanOperation[]): void => {
			if (path.includes(one) || all.includes(one)) return;
			for (const first of direct.get(one) ?? []) add(first, [...path, one]);
			if (one !== operation) all.push(one);
		};
		add(operation, []);
		order.set(
			operation,
			all.map(({key}) => key),
		);
	}
	return order;
}

const isWriting = ({method, endpoint}: PlanOperation): boolean => method !== 'GET' && endpoint.before.length === 0;

function firstsIn(input: OrderInput, operation: PlanOperation, actions: ActionsByKind): PlanOperation[] {
	const said = [operation.endpoint.summary, operation.endpoint.description]
		.join('. ')
		.slice(0, longest)
		.toLowerCase()
		.replace(/[`*_"'“”]/g, '');
	for (const kind of kindsAround(input, operation)) {
		const found = (actions.get(kind) ?? []).filter(
			({action, asked}) =>
				action !== operation && !isUndoneBy(action, operation) && asked.some(form => form.test(said)),
		);
		if (found.length === 1) return [found[0]!.action];
	}
	return [];
}

/** The kinds of record that an operation acts on, refers to, and that these lie below, the nearest first. */
function kindsAround({edgesOf}: OrderInput, operation: PlanOperation): Kind[] {
	const found = new Set<Kind>();
	let next = [operation];
	for (let depth = 0; depth < furthest && next.length > 0; depth++) {
		const near = next
			.flatMap(edgesOf)
			.flatMap(({producer, required}) =>
				producer?.kind?.creator && !producer.borrowed && required ? [producer.kind] : [],
			)
			.filter(kind => !found.has(kind));
		for (const kind of near) found.add(kind);
		next = near.map(({creator}) => creator!);
	}
	return [...found];
}

/** Actions on the records of each kind, with the forms in which a text asks for the state that each brings them into. */
type ActionsByKind = ReadonlyMap<Kind, ReadonlyArray<{action: PlanOperation; asked: RegExp[]}>>;

function actionsByKind({operations, schemas, edgeOf}: OrderInput): ActionsByKind {
	const found = new Map<Kind, Array<{action: PlanOperation; asked: RegExp[]}>>();
	for (const one of operations) {
		const isAction = actionOf(one.path.slice(0, one.path.lastIndexOf('/')), one) !== null;
		if (!isAction || verbOf(one) === null || !isParameter(one.segments.at(-2) ?? '')) continue;
		const kind = edgeOf(one, `path:${one.pathParameters.at(-1)?.name}`)?.producer?.kind;
		if (kind) pushTo(found, kind, {action: one, asked: formsOf(schemas, kind, one)});
	}
	return found;
}

/** What takes a record out of a state asks for that state by itself: reopening what is closed. */
const isUndoneBy = (action: PlanOperation, operation: PlanOperation): boolean => {
	const [done, doing] = [verbOf(action), verbOf(operation)];
	return done === null || (doing?.endsWith(done) ?? false);
};

/** How a text says that the record has to be in the state to which an action brings it. */
function formsOf(schemas: Schemas, kind: Kind, action: PlanOperation): RegExp[] {
	const states = statesAfter(schemas, kind, action);
	const nouns = [...new Set([kind.noun, kind.noun.split(' ').at(-1)!, plural(kind.noun), `${kind.noun}s`])];
	const noun = `(?:${nouns.map(escaped).join('|')})`;
	return states.flatMap(state => {
		const word = escaped(state);
		return [
			// "The event has to be published"
			`\\b${noun} (?:itself )?(?:has|have|needs?|must|should|is required|are required) (?:to )?(?:already )?(?:be|have been) (?:already )?${word}\\b`,
			// "Refund a paid order", "Only confirmed bookings can be completed", "Requires a published event"
			`\\b(?:only|an?|for|requires?|every|of) (?:an? |the )?${word} (?:\\w+ )?${noun}\\b`,
			// "For a vehicle in service", "requires an event that is published"
			`\\b(?:for|only|requires?|needs?|of) (?:an? |the |any )?${noun} (?:which |that )?(?:is |are )?${word}\\b`,
			// "while the loan is active", "Possible once the order is paid"
			`\\b(?:only|once|after|when|if|while|unless) (?:the|an?|its|that|this) ${noun} (?:is|has been|was|is not) ${word}\\b`,
			`\\b(?:has|needs?|must) (?:to )?(?:already )?be ${word}\\b(?! (?:before|after|in|to|than|by|than))`,
		].map(pattern => new RegExp(pattern));
	});
}

/** What a record is after an action: by its verb, else by what is said of it: "Put a registered vehicle into service". */
function statesAfter(schemas: Schemas, kind: Kind, action: PlanOperation): string[] {
	const verb = verbOf(action)!;
	const named = [...participles(verb), ...(kindred[verb] ?? [])];
	const known = statesOf(schemas, kind);
	const said = `${action.endpoint.summary ?? ''}. ${action.endpoint.description ?? ''}`.slice(0, longest).toLowerCase();
	const spoken = known.some(({state}) => named.includes(state)) ? [] : known.filter(({state}) => leadsTo(said, state));
	return [...named, ...spoken.map(({state}) => state)].filter(
		state => !known.some(one => one.isFirst && one.state === state),
	);
}

const leadsTo = (said: string, state: string): boolean => {
	const [front = '', ...rest] = state.split(' ');
	const words =
		/^(?:in|on)$/.test(front) && rest.length > 0
			? `${front}(?:to)? ${rest.join(' ')}`
			: `(?:to|as|into|becomes?) ${state}`;
	return new RegExp(`\\b${words}\\b`).test(said);
};

const escaped = (text: string): string => text.toLowerCase().replace(/[^a-z0-9 ]/g, '.');

/** The states that a record may have, in words; they are made in the default of the field, or in the first that there is. */
function statesOf(schemas: Schemas, {record}: Kind): Array<{state: string; isFirst: boolean}> {
	return [...(record?.properties.values() ?? [])].flatMap(schema => {
		const {enum: options, words} = schemas.view(schema);
		const first = words['default'] ?? options?.[0];
		const texts = new Set([...(options ?? []), first].filter(one => typeof one === 'string'));
		return [...texts].map(one => ({state: inWords(one), isFirst: one === first}));
	});
}

/** Letters and digits alone: a state is looked for in a sentence. */
const inWords = (state: string): string =>
	wordsOf(state)
		.join(' ')
		.replace(/[^a-z0-9 ]/g, '');
