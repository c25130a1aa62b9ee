/**
 * Flags that suit Node's engine to a program of which most functions run a few thousand times at the most; each was
 * measured with the engine of Node 20, and others get none.
 *
 * @param v8 `process.versions.v8`: `11.3.244.8-node.30`
 */
export const engineFlags = (v8: string): string[] => (v8.startsWith('11.') ? flagsOfNode20 : []);

const flagsOfNode20 = [
	// The optimising WebAssembly compiler works on undici's parser until the process ends: 95 ms for nothing.
	'--liftoff-only',
	// A function is optimised when it has run eight times as much as usual: planning a large document otherwise spends a
	// third of its CPU on the optimising compiler, for functions that are through by then.
	'--interrupt-budget=540672',
];
