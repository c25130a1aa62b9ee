import type {Chain, ChainStep} from '../../contract/chain.ts';
import {chainsStore} from '../../source/stores/chains.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {listed, type Page, type Reader} from '../reader.ts';
import {chainList} from './chain-list.ts';
import {counted} from '../../source/view-model/counted.ts';

/** The chains in words; the steps of one when it is chosen. */
export function chainsPage(reader: Reader): Page {
	const {dashboard, say} = reader;
	const {data} = dashboard.storeOf(chainsStore).store.getState();
	if (!data) return {lines: ['Reading the chains.'], choices: []};
	const all = chainList(dashboard).rows.flatMap(row => (row.kind === 'chain' ? [row.chain] : []));
	return {
		lines: [`${counted(all.length, 'chain')}.`],
		choices: [
			...listed(reader, all, chain => ({
				label: chainWords(chain),
				do: () => say(chain.steps.map(stepWords)),
			})),
		],
	};
}

const chainWords = ({name, label, steps, captures, error}: Chain): string =>
	cleanLine(
		[
			`${label ?? 'not run'}: ${name}, ${counted(steps.length, 'step')}`,
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
