import type {Chain, ChainStep} from '../../contract/chain.ts';
import {chainsStore} from '../../source/stores/chains.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {commonChoices, itemsPerPage, type Page, pageTurns, type Reader} from '../reader.ts';
import {chainList} from './chain-list.ts';

/** The chains in words; the steps of one when it is chosen. */
export function chainsPage({dashboard, from, turnTo, say, quit}: Reader): Page {
	const {data} = dashboard.storeOf(chainsStore).store.getState();
	if (!data) return {lines: ['Reading the chains.'], choices: commonChoices(dashboard, quit, true)};
	const all = chainList(dashboard).rows.flatMap(row => (row.kind === 'chain' ? [row.chain] : []));
	return {
		lines: [`${all.length} chain${all.length === 1 ? '' : 's'}.`],
		choices: [
			...all.slice(from, from + itemsPerPage).map(chain => ({
				label: chainWords(chain),
				do: () => say(chain.steps.map(stepWords)),
			})),
			...pageTurns(all.length, from, turnTo),
			...commonChoices(dashboard, quit, true),
		],
	};
}

const chainWords = ({name, label, steps, captures, error}: Chain): string =>
	cleanLine(
		[
			`${label ?? 'not run'}: ${name}, ${steps.length} steps`,
			captures.length > 0 ? `captures ${captures.join(', ')}` : '',
			error?.message ?? '',
		]
			.filter(Boolean)
			.join('; '),
	);

function stepWords({index, status, method, path, title, produces, uses}: ChainStep): string {
	const used = uses.map(({name, fromStep, fromTitle}) => {
		const origin = fromStep === null ? fromTitle : `step ${fromStep}`;
		return `uses ${name}${origin === null ? '' : ` from ${origin}`}`;
	});
	return cleanLine(
		[`Step ${index}, ${status}: ${method} ${path}`, title, ...produces.map(name => `produces ${name}`), ...used].join(
			', ',
		),
	);
}
