import {describe, expect, it} from 'vitest';
import {chainPaneLines} from '../../../components/chains/chain-pane-lines.ts';
import {compareLines} from '../../../components/failure/compare-lines.ts';
import type {PaneLine} from '../../../components/text-pane.tsx';
import type {Run} from '../../../contract/run.ts';
import {compareRuns} from '../../../source/view-model/compare-runs.ts';
import {glyphSets} from '../../../source/terminal/glyphs.ts';
import {flowCall, sampleChain, sampleStep} from '../../helpers/flow-world.ts';

const path = '/organisations/acme-industries/workspaces/payments-and-billing/deployment-configurations';
const look = {glyphs: glyphSets.unicode, width: 60};

/** Lines joined as they were before they were folded. */
const unfolded = (lines: readonly PaneLine[]): string =>
	lines
		.map(spans => (Array.isArray(spans) ? spans.map(({text}) => text).join('') : '').replace(/^[\s│]+/, '').trim())
		.join('');

describe('a path that is longer than the pane', () => {
	it('stands whole where two calls differ, as they often do at its end', () => {
		const run = {runId: 'run_1', testId: 'tst_1', status: 'passed', steps: []} as unknown as Run;
		const call = (id: string) => flowCall(0, 'GET', `${path}/${id}`);
		const [then, now] = [[call('dep-0001')], [call('dep-0021')]];
		const text = unfolded(compareLines(run, compareRuns(run, run), {then, now}, look));
		expect(text).toContain(`${path}/dep-0001`);
		expect(text).toContain(`${path}/dep-0021`);
	});

	it('stands whole in the ladder of a chain; a short one beside its method', () => {
		const steps = [sampleStep(1, {path: `${path}/{id}/rollouts`}), sampleStep(2, {path: '/short'})];
		const lines = chainPaneLines(sampleChain({steps}), look);
		expect(unfolded(lines)).toContain(`${path}/{id}/rollouts`);
		expect(lines.some(line => unfolded([line]).endsWith('POST /short'))).toBe(true);
	});
});
