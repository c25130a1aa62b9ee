import type {Keeper} from '../../source/stores/dashboard.ts';
import {conversationOf, type Talk, talkKey} from './shown-conversation.ts';

/** Pause between looks, in ms: learning makes change sets, too, and the service has no long poll for their list. */
const pause = 10_000;

/** Reads a conversation again and again, with its newest turn whole, and learns the name of the project. */
export async function keepConversation(
	{dashboard, persist, every}: Keeper,
	talk: Talk,
	signal: AbortSignal,
): Promise<void> {
	const {tests} = dashboard;
	const {load, store, whole, open} = conversationOf(dashboard, talk);
	const key = talkKey(talk);
	if (talk.projectId !== null) tests.open(talk.projectId);
	const naming = async () => {
		if (talk.projectId === null || tests.store.getState().project !== null) return;
		await persist(() => tests.loadProject(signal), signal);
	};
	const look = async () => {
		await load(key, signal);
		// The newest one is open from the start.
		const [newest] = store.getState().data ?? [];
		const known = newest && whole.getState().get(newest.id);
		if (newest && newest.parts === null && (!known || known.version < newest.version))
			await open(key, newest.id, signal);
	};
	await Promise.all([naming(), every(pause, look, signal)]);
}
