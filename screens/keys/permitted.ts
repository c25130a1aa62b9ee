import {scopesOfRole} from '../../contract/member.ts';
import {maySend, type SessionState} from '../../source/stores/session.ts';
import type {DashboardBinding} from '../bind.ts';
import type {Stage} from '../screen-view.ts';

/** The table without what the key of the service does not open: footers, help and palette show these alone. */
export const permittedBindings = ({dashboard: {session}, bindings}: Stage): readonly DashboardBinding[] =>
	bindings.filter(({needs}) => maySend(session.store.getState(), needs));

/** Why a key of the table does nothing here; null: it may. */
export function refusalOf({dashboard: {session}}: Stage, {needs, help}: DashboardBinding): string | null {
	const {who} = session.store.getState();
	if (needs === undefined || who === null || maySend({who}, needs)) return null;
	// A key that was made under a smaller role keeps what it was made for.
	const ofRole = (scopesOfRole as Readonly<Record<string, readonly string[]>>)[who.role ?? ''];
	const whose = ofRole === undefined || ofRole.includes(needs) ? 'Your key' : `Your role (${who.role})`;
	const next = whose === 'Your key' && who.role !== null ? '; your role does, a new key would' : '';
	return `${whose} does not open ${needs}${next}: ${help}`;
}

/** Somebody may have given another role meanwhile: what a key was refused for is asked again. */
export async function askAgain(stage: Stage, binding: DashboardBinding): Promise<void> {
	const {session, ui} = stage.dashboard;
	await session.loadAccount();
	if (refusalOf(stage, binding) !== null) return;
	const role = session.store.getState().who?.role ?? null;
	ui.toast(`${role === null ? 'Your key opens it now' : `Your role is ${role} now`}: press the key again.`, 'success');
}

/** Whose key it is and what it opens; null where the service has not said so, or knows no roles. */
export function whoWords({who}: Pick<SessionState, 'who'>): string | null {
	if (who === null || (who.name === null && who.role === null)) return null;
	const may = [
		['run:tests', 'run tests'],
		['write:tests', 'change tests'],
		['write:projects', 'change projects'],
		['admin:keys', 'administer members and keys'],
	] as const;
	const words = may.filter(([scope]) => maySend({who}, scope)).map(([, word]) => word);
	const name = who.name ?? 'the account itself';
	return `You are ${name}${who.role === null ? '' : `, ${who.role}`}: you may ${['read', ...words].join(', ')}.`;
}
