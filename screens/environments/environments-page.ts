import {environmentsStore} from '../../source/stores/environments.ts';
import {loginWords} from '../../source/view-model/environment-words.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {commonChoices, itemsPerPage, type Page, pageTurns, type Reader} from '../reader.ts';

/** Environments in words; choosing one reads out what it has. */
export function environmentsPage({dashboard, from, turnTo, say, quit}: Reader): Page {
	const {data} = dashboard.storeOf(environmentsStore).store.getState();
	const common = commonChoices(dashboard, quit, true);
	if (!data) return {lines: ['Reading the environments.'], choices: common};
	return {
		lines: [`${data.length} environment${data.length === 1 ? '' : 's'}.`],
		choices: [
			...data.slice(from, from + itemsPerPage).map(one => ({
				label: cleanLine(`${one.name}${one.isDefault ? ', the default one' : ''}, ${one.url ?? 'no URL'}`),
				do: () =>
					say([
						cleanLine(`Auth: ${loginWords(one)}${one.username === null ? '' : `, as ${one.username}`}.`),
						...Object.entries(one.variables ?? {}).map(([key, value]) => cleanLine(`VAR_${key} is ${value}`)),
					]),
			})),
			...pageTurns(data.length, from, turnTo),
			...common,
		],
	};
}
