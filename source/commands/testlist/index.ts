import type {Group} from '../tree.ts';

/** The commands of `svc testlist`. */
export const testlistCommands: Group = {
	section: 'Projects and tests',
	summary: 'Test lists: tests of any project, to be run together',
	children: {
		list: {
			summary: 'List test lists, newest first',
			load: async () => (await import('../testlist.ts')).list,
		},
		get: {
			summary: 'Show a list with its tests',
			load: async () => (await import('../testlist.ts')).get,
		},
		create: {
			summary: 'Create a list',
			load: async () => (await import('../testlist.ts')).create,
		},
		update: {
			summary: 'Rename a list or choose environments',
			load: async () => (await import('../testlist.ts')).update,
		},
		add: {
			summary: 'Add tests to a list',
			load: async () => (await import('../testlist.ts')).add,
		},
		remove: {
			summary: 'Take tests off a list',
			load: async () => (await import('../testlist.ts')).remove,
		},
		delete: {
			summary: 'Delete a list; the tests stay',
			load: async () => (await import('../testlist.ts')).deleteCommand,
		},
		run: {
			summary: 'Run the tests of a list as one batch',
			load: async () => (await import('./run.ts')).run,
		},
	},
};
