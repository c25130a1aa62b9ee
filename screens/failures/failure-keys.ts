import {bind, type DashboardBinding} from '../bind.ts';

/** Keys that mean the same in the list of failures and in the viewer. */
export const failureKeys = (layer: string): readonly DashboardBinding[] => [
	bind(layer, 'next', ['n'], 'next failure', 'next'),
	bind(layer, 'producer', ['b'], 'jump to the failed producer it needs', 'producer'),
	bind(layer, 'previous', ['N'], 'previous failure'),
	bind(layer, 'rerun', ['r'], 'run the test again, with what it depends on', 'rerun', 'run:tests'),
	bind(layer, 'alone', ['A'], 'run the test again, alone', 'rerun alone', 'run:tests'),
	bind(layer, 'rerunHow', ['R'], 'run again: alone, or all failures that are listed', undefined, 'run:tests'),
	bind(layer, 'prompt', ['Y'], 'copy a prompt for repairing it', 'fix prompt'),
	bind(layer, 'curl', ['C'], 'copy the failing request as a curl line', 'copy curl'),
	bind(layer, 'save', ['s'], 'save the bundle of the failure', 'save'),
	bind(layer, 'edit', ['e'], 'edit the code of the test in $EDITOR', undefined, 'write:tests'),
];
