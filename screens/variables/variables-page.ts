import type {Variable} from '../../contract/variable.ts';
import {variablesStore} from '../../source/stores/variables.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {itemsPerPage, pageTurns, type Page, type Reader} from '../reader.ts';
import {variableList} from './variable-list.ts';
import {counted} from '../../source/view-model/counted.ts';

/** The variables of a batch in words. */
export function variablesPage({dashboard, from, turnTo}: Reader): Page {
	const {data} = dashboard.storeOf(variablesStore).store.getState();
	if (!data) return {lines: ['Reading the variables.'], choices: []};
	const {rows} = variableList(dashboard);
	return {
		lines: [`${counted(rows.length, 'variable')}.`, ...rows.slice(from, from + itemsPerPage).map(variableWords)],
		choices: pageTurns(rows.length, from, turnTo),
	};
}

function variableWords({name, tag, state, value, source, usedBy, deletedBy, cleanupOutcome}: Variable): string {
	const given = source ? `given by ${source.title}` : 'given by no test';
	const used = usedBy.length === 0 ? 'not used' : `used by ${usedBy.map(({title}) => title).join(', ')}`;
	const gone =
		cleanupOutcome === 'orphaned' ? '; might be orphaned' : deletedBy ? `; deleted by ${deletedBy.title}` : '';
	return cleanLine(`${name} (${tag}), ${state === 'captured' ? (value ?? 'null') : state}, ${given}, ${used}${gone}`);
}
