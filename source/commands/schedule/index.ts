import type {Group} from '../tree.ts';

/** The commands of `svc schedule`. */
export const scheduleCommands: Group = {
	section: 'Projects and tests',
	summary: 'Schedules: projects and test lists, run on a schedule',
	children: {
		list: {
			summary: 'List schedules, newest first',
			load: async () => (await import('../schedule.ts')).list,
		},
		get: {
			summary: 'Show a schedule',
			load: async () => (await import('../schedule.ts')).get,
		},
		create: {
			summary: 'Run a project or a test list on a schedule',
			load: async () => (await import('./create.ts')).create,
		},
		update: {
			summary: 'Change, pause or resume a schedule',
			load: async () => (await import('./update.ts')).update,
		},
		delete: {
			summary: 'Delete a schedule; its batches stay',
			load: async () => (await import('../schedule.ts')).deleteCommand,
		},
		run: {
			summary: 'Run a schedule now',
			load: async () => (await import('../schedule.ts')).run,
		},
		runs: {
			summary: 'List the runs of a schedule',
			load: async () => (await import('../schedule.ts')).runs,
		},
	},
};
