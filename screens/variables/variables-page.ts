import type {Variable} from '../../contract/variable.ts';
import {variablesStore} from '../../source/stores/variables.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {commonChoices, itemsPerPage, type Page, pageTurns, type Reader} from '../reader.ts';
import {variableList} from './variable-list.ts';

/** The variables of a batch in words. */
export function variablesPage({dashboard, from, turnTo, quit}: Reader): Page {
	const {data} = dashboard.storeOf(variablesStore).store.getState();
	if (!data) return {lines: ['Reading the variables.'], choices: commonChoices(dashboard, quit, true)};
	const {rows} = variableList(dashboard);
	return {
		lines: [
			`${rows.length} variable${rows.length === 1 ? '' : 's'}.`,
			...rows.slice(from, from + itemsPerPage).map(variableWords),
		],
		choices: [...pageTurns(rows.length, from, turnTo), ...commonChoices(dashboard, quit, true)],
	};
}

function variableWords({name, tag, state, value, source, usedBy, deletedBy, cleanupOutcome}: Variable): string {
	const given = source ? `given by ${source.title}` : 'given by no test';
	const used = usedBy.length === 0 ? 'not used' : `used by ${usedBy.map(({title}) => title).join(', ')}`;
	const gone =
		cleanupOutcome === 'orphaned' ? '; might be orphaned' : deletedBy ? `; deleted by ${deletedBy.title}` : '';
	return cleanLine(`${name} (${tag}), ${state === 'captured' ? (value ?? 'null') : state}, ${given}, ${used}${gone}`);
}
