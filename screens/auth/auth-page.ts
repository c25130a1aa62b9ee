import {sendsWord} from '../../components/auth/auth-row.ts';
import type {EffectiveAuth} from '../../contract/authentication.ts';
import {authStore} from '../../source/stores/auth.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {formatAgo} from '../../source/terminal/durations.ts';
import {commonChoices, type Page, type Reader} from '../reader.ts';

/** What a project authenticates with, in words. */
export function authPage({dashboard, say, quit}: Reader): Page {
	const {data} = dashboard.storeOf(authStore).store.getState();
	const common = commonChoices(dashboard, quit, true);
	if (!data) return {lines: ['Reading what calls authenticate with.'], choices: common};
	if (!data.backend) return {lines: ['Auth is for backend projects.'], choices: common};
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
											`${family}, ${endpointCount} endpoint${endpointCount === 1 ? '' : 's'}: ${authWords(auth)}, from the ${auth.inherited}`,
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
			...common,
		],
	};
}

const authWords = (auth: Pick<EffectiveAuth, 'mode' | 'authType' | 'maskedCredential'>): string =>
	[sendsWord(auth), auth.maskedCredential].filter(Boolean).join(' ');
