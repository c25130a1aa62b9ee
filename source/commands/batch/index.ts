import type {Group} from '../tree.ts';

/** The commands of `svc batch`. */
export const batchCommands: Group = {
	section: 'Projects and tests',
	summary: 'Batches: everything one trigger started, with waves and cleanup',
	children: {
		list: {
			summary: 'List batches of a project, newest first',
			load: async () => (await import('../batch.ts')).list,
		},
		get: {
			summary: 'Show a batch and its members',
			load: async () => (await import('../batch.ts')).get,
		},
		watch: {
			summary: 'Follow a batch until it is done, cleanup included',
			load: async () => (await import('./watch.ts')).watch,
		},
		variables: {
			summary: 'Show the named values of a run: who made, used and deletes them',
			load: async () => (await import('./variables.ts')).variables,
		},
		calls: {
			summary: 'Show every recorded call of a run by endpoint',
			load: async () => (await import('../batch.ts')).calls,
		},
		chains: {
			summary: 'Show the chains of a run, or run them again',
			load: async () => (await import('./chains.ts')).chains,
		},
		cleanup: {
			summary: 'Show what a run created and what became of it; dismiss orphans, retry',
			load: async () => (await import('./cleanup.ts')).cleanup,
		},
		cancel: {
			summary: 'Stop queued and running members; cleanup still runs',
			load: async () => (await import('../batch.ts')).cancel,
		},
	},
};
