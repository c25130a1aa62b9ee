import type {Keeper} from '../../source/stores/dashboard.ts';
import {conversationOf, type Talk, talkKey} from './shown-conversation.ts';
import {keepProjectInStrip} from '../../source/stores/keep-batch.ts';

/** Pause between looks, in ms: learning makes change sets, too, and the service has no long poll for their list. */
const pause = 10_000;

/** Reads a conversation again and again, with its newest turn whole, and learns the name of the project. */
export async function keepConversation(keeper: Keeper, talk: Talk, signal: AbortSignal): Promise<void> {
	const {dashboard, every} = keeper;
	const {load, store, whole, open} = conversationOf(dashboard, talk);
	const key = talkKey(talk);
	const look = async () => {
		await load(key, signal);
		// The newest one is open from the start.
		const [newest] = store.getState().data ?? [];
		const known = newest && whole.getState().get(newest.id);
		if (newest && newest.parts === null && (!known || known.version < newest.version))
			await open(key, newest.id, signal);
	};
	await Promise.all([keepProjectInStrip(keeper, talk.projectId, signal), every(pause, look, signal)]);
}
