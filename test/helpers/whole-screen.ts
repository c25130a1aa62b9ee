import {noFiles} from './store-context.ts';
import type {Inspection} from '../../source/view-model/doctor-report.ts';
import {type OpenScreen, openScreen} from './terminal-screen.tsx';
import {Gate} from './whole-world.ts';
import type {WireWorld} from './wire-world.ts';

/** The dashboard on a world, with a gate between them, and everything else of the machine there as well. */
export type WholeScreen = {screen: OpenScreen; gate: Gate; world: WireWorld};

const files = {
	...noFiles,
	saveBundle: () => Promise.resolve({directory: '.svc/failures/run_3', files: 7}),
	readSnapshot: () => Promise.resolve('<html><body>Sold out</body></html>'),
	readPart: () => Promise.reject(new Error('Nothing is kept of this step.')),
};

const inspections: readonly Inspection[] = [
	{name: 'node', status: 'ok', detail: '20.20.2', next: null},
	{name: 'credentials', status: 'warn', detail: 'readable by others', next: 'chmod 600 ~/.svc/credentials'},
	{name: 'python', status: 'fail', detail: 'not found', next: 'Install Python 3.9 or newer.'},
];

export function openWhole(world: WireWorld, options: Parameters<typeof openScreen>[1]): WholeScreen {
	const gate = new Gate(world);
	const checkSetup = async (signal: AbortSignal) => {
		await gate.pass(signal);
		return inspections;
	};
	return {screen: openScreen(gate, {files, checkSetup, ...options}), gate, world};
}
