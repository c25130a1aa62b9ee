import {createStore, type StoreApi} from 'zustand/vanilla';
import type {Dashboard} from './dashboard.ts';
import {createLoader, type Loader} from './loader.ts';

/** One part of what is changed: a row or a test. */
export type ChangePart = {
	/** By which a part is accepted. */
	id: string;
	kind: string;
	title: string;
	endpointPath: string | null;
	/** What differs, by the names of its fields. */
	fields: readonly {name: string; before: unknown; after: unknown}[];
	reason: string | null;
	codeDiff: string | null;
	/** Why it cannot be applied; null: it can. */
	refused: string | null;
	/** False: the rest of it was applied without this. */
	applied: boolean | null;
};

/** One turn of the conversation: what was said, what was understood, and what it changes. */
export type ChangeTurn = {
	id: string;
	version: number;
	/** What made it: a sentence, a model, an edge, learning, settling, a finding. */
	source: string;
	text: string;
	status: string;
	reply: string | null;
	counts: {added: number; removed: number; changed: number};
	/** Null: not read yet. */
	parts: readonly ChangePart[] | null;
	/** What changes besides, in words. */
	also: readonly string[];
	/** Choices when the sentence could mean several things. */
	choices: readonly string[];
	errorMessage: string | null;
};

/** `rowIds`: the rows it is about, null = all. `isNew`: it asks for more, or for all of it anew. */
export type SaidAbout = {rowIds: readonly string[] | null; isNew: boolean};
type Decision = 'apply' | 'undo' | 'discard';

/** The service, as far as one kind of conversation goes; `key` names what is talked about. */
type ConversationRoutes = {
	list(key: string, signal: AbortSignal): Promise<readonly ChangeTurn[]>;
	/** @param since waits for something newer than this version */
	get(key: string, turnId: string, since: number | null, signal: AbortSignal): Promise<ChangeTurn>;
	say(key: string, text: string, about: SaidAbout): Promise<ChangeTurn>;
	/** @param only ids of parts; null = all */
	decide(key: string, turnId: string, decision: Decision, only: readonly string[] | null): Promise<ChangeTurn>;
};

/** What was said about something, newest first, with what it changes. Nothing changes before it was accepted. */
export type Conversation = Loader<readonly ChangeTurn[]> & {
	/** Turns that were read whole, by their ids. */
	whole: StoreApi<ReadonlyMap<string, ChangeTurn>>;
	/** Ids of the rows of parts that shall not be applied. */
	left: StoreApi<ReadonlySet<string>>;
	toggle(partRowId: string): void;
	open(key: string, turnId: string, signal: AbortSignal): Promise<void>;
	/** Says something and waits until it is understood. */
	say(key: string, text: string, about: SaidAbout): Promise<ChangeTurn>;
	decide(key: string, turnId: string, decision: Decision, only?: readonly string[] | null): Promise<ChangeTurn>;
};

/** A conversation that is kept by the service. */
export function createConversation(
	{session, context}: Pick<Dashboard, 'session' | 'context'>,
	routes: ConversationRoutes,
): Conversation {
	const whole = createStore<ReadonlyMap<string, ChangeTurn>>()(() => new Map());
	const left = createStore<ReadonlySet<string>>()(() => new Set());
	const loader = createLoader<readonly ChangeTurn[]>(
		{session},
		{read: (key, _known, signal) => routes.list(key, signal)},
	);

	function put(key: string, turn: ChangeTurn): ChangeTurn {
		whole.setState(new Map(whole.getState()).set(turn.id, turn), true);
		loader.put(key, turns =>
			turns.some(({id}) => id === turn.id) ? turns.map(one => (one.id === turn.id ? turn : one)) : [turn, ...turns],
		);
		return turn;
	}

	return {
		...loader,
		whole,
		left,
		toggle(partRowId) {
			const next = new Set(left.getState());
			if (!next.delete(partRowId)) next.add(partRowId);
			left.setState(next, true);
		},
		async open(key, turnId, signal) {
			put(key, await routes.get(key, turnId, null, signal));
		},
		async say(key, text, about) {
			let turn = await routes.say(key, text, about);
			while (turn.status === 'drafting') turn = await routes.get(key, turn.id, turn.version, context.ended);
			return put(key, turn);
		},
		async decide(key, turnId, decision, only = null) {
			const turn = await routes.decide(key, turnId, decision, only);
			if (decision === 'apply') left.setState(new Set(), true);
			// Taking one back takes later ones back with it: all are read again.
			if (decision === 'undo') await loader.load(key, context.ended).catch(() => undefined);
			return put(key, turn);
		},
	};
}
