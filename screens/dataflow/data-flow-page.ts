import {counted} from '../../source/view-model/counted.ts';
import {kindWord} from '../../components/flow/call-row.ts';
import type {ListedCall, ListedGroup} from '../../source/stores/calls.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import {listed, type Page, type Reader} from '../reader.ts';
import {flowLinksOf, shownCalls} from './data-flow-list.ts';

/** The endpoints of a batch in words: how their calls went, what each takes and gives; the calls when asked for. */
export function dataFlowPage(reader: Reader): Page {
	const {dashboard, say} = reader;
	const data = shownCalls(dashboard);
	if (!data) return {lines: ['Reading the calls.'], choices: []};
	if (!data.available)
		return {
			lines: [
				'Nothing has run yet. The data flow appears once a run has completed: run the tests of this project first.',
			],
			choices: [],
		};
	const {gifts, takes} = flowLinksOf(dashboard);
	const {tests, calls, endpoints, cleanupDeletes} = data.summary;
	const words = ({groupKey, calls: count, passed, failed, other}: ListedGroup) => {
		const gift = gifts.get(groupKey);
		const taken = takes.get(groupKey) ?? [];
		return cleanLine(
			[
				`${groupKey}: ${counted(count, 'call')}, ${passed} passed, ${failed} failed`,
				other.count > 0 ? counted(other.count, 'other observed behavior') : '',
				taken.length > 0 ? `uses ${taken.map(({name, from: giver}) => `${name} from ${giver}`).join(', ')}` : '',
				gift ? `gives ${gift.names.join(', ')} to ${gift.to.join(', ')}` : '',
			]
				.filter(Boolean)
				.join('; '),
		);
	};
	return {
		lines: [
			`${counted(tests, 'test')}, ${counted(calls, 'call')}, ${counted(endpoints, 'endpoint')}, ${counted(cleanupDeletes, 'cleanup DELETE')}.`,
		],
		choices: [
			...listed(reader, data.groups, group => ({
				label: words(group),
				do: () => say([...group.items, ...group.other.items].map(callWords)),
			})),
		],
	};
}

function callWords({method, url, status, latencyMs, testTitle, kind, passed, produces, uses}: ListedCall): string {
	const verdict = passed === null ? '' : passed ? 'passed' : 'failed';
	return cleanLine(
		[
			`${method} ${url} ${status ?? 'no response'}`,
			latencyMs === null ? '' : `in ${latencyMs} ms`,
			kind === 'test' ? '' : kindWord(kind),
			testTitle ?? '',
			verdict,
			...produces.map(({name}) => `produces ${name}`),
			...uses.map(({name, fromTitle}) => `uses ${name}${fromTitle === null ? '' : ` from ${fromTitle}`}`),
		]
			.filter(Boolean)
			.join(', '),
	);
}
