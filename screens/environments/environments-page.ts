import {environmentsStore} from '../../source/stores/environments.ts';
import {loginWords} from '../../source/view-model/environment-words.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {listed, type Page, type Reader} from '../reader.ts';
import {counted} from '../../source/view-model/counted.ts';

/** Environments in words; choosing one reads out what it has. */
export function environmentsPage(reader: Reader): Page {
	const {dashboard, say} = reader;
	const {data} = dashboard.storeOf(environmentsStore).store.getState();
	if (!data) return {lines: ['Reading the environments.'], choices: []};
	return {
		lines: [`${counted(data.length, 'environment')}.`],
		choices: [
			...listed(reader, data, one => ({
				label: cleanLine(`${one.name}${one.isDefault ? ', the default one' : ''}, ${one.url ?? 'no URL'}`),
				do: () =>
					say([
						cleanLine(`Auth: ${loginWords(one)}${one.username === null ? '' : `, as ${one.username}`}.`),
						...Object.entries(one.variables ?? {}).map(([key, value]) => cleanLine(`VAR_${key} is ${value}`)),
					]),
			})),
		],
	};
}
