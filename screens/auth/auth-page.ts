import {sendsWord} from '../../components/auth/auth-row.ts';
import type {EffectiveAuth} from '../../contract/authentication.ts';
import {authStore} from '../../source/stores/auth.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatAgo} from '../../source/terminal/durations.ts';
import type {Page, Reader} from '../reader.ts';
import {counted} from '../../source/view-model/counted.ts';

/** What a project authenticates with, in words. */
export function authPage({dashboard, say}: Reader): Page {
	const {data} = dashboard.storeOf(authStore).store.getState();
	if (!data) return {lines: ['Reading what calls authenticate with.'], choices: []};
	if (!data.backend) return {lines: ['Auth is for backend projects.'], choices: []};
	const {view, sets} = data.backend;
	const {state, verifiedAt, lastRefreshError} = view.autoAuth;
	const verified =
		verifiedAt === null ? '' : `, verified ${formatAgo(Date.parse(verifiedAt), dashboard.context.now())}`;
	const error = lastRefreshError === null ? '' : `. Last error: ${lastRefreshError}`;
	return {
		lines: [
			cleanLine(`Every call sends ${authWords(view.default)}.`),
			cleanLine(`Auto-auth: ${state === 'none' ? 'not set' : state}${verified}${error}.`),
		],
		choices: [
			...(view.families.length > 0
				? [
						{
							label: `Families: ${view.families.length}`,
							do: () =>
								say(
									view.families.map(({family, auth, endpointCount}) =>
										cleanLine(
											`${family}, ${counted(endpointCount, 'endpoint')}: ${authWords(auth)}, from the ${auth.inherited}`,
										),
									),
								),
						},
					]
				: []),
			...(sets.length > 0
				? [
						{
							label: `Credential sets: ${sets.length}`,
							do: () =>
								say(
									sets.map(({name, mode, authType, maskedCredential, families}) =>
										cleanLine(
											`${name}: ${authWords({mode, authType, maskedCredential})}, for ${families.join(', ') || 'no family'}`,
										),
									),
								),
						},
					]
				: []),
		],
	};
}

const authWords = (auth: Pick<EffectiveAuth, 'mode' | 'authType' | 'maskedCredential'>): string =>
	[sendsWord(auth), auth.maskedCredential].filter(Boolean).join(' ');
