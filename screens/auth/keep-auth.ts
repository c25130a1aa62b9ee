import {authStore} from '../../source/stores/auth.ts';
import type {Keeper} from '../../source/stores/dashboard.ts';
import type {AuthPlace} from './auth-place.ts';

/** Pause between looks, in ms: a login is renewed by runs, and nothing tells of it. */
const pause = 15_000;

/** Reads what a project authenticates with again and again, and learns the name of the project. */
export async function keepAuth(
	{dashboard, persist, every}: Keeper,
	{projectId}: AuthPlace,
	signal: AbortSignal,
): Promise<void> {
	const {tests} = dashboard;
	tests.open(projectId);
	const naming = async () => {
		if (tests.store.getState().project === null) await persist(() => tests.loadProject(signal), signal);
	};
	await Promise.all([naming(), every(pause, () => dashboard.storeOf(authStore).load(projectId, signal), signal)]);
}
