import type {Group} from '../tree.ts';

/** The commands of `svc plan`. */
export const planCommands: Group = {
	section: 'Projects and tests',
	summary: 'The plan of a project: what would be tested, row by row',
	children: {
		list: {
			summary: 'Show the rows by category, and why endpoints have none',
			load: async () => (await import('../plan.ts')).list,
		},
		tick: {
			summary: 'Tick rows: they become tests',
			load: async () => (await import('./tick.ts')).tick,
		},
		untick: {
			summary: 'Untick rows: they become no tests',
			load: async () => (await import('./tick.ts')).untick,
		},
		edit: {
			summary: 'Change title, texts, category or priority of a row',
			load: async () => (await import('./edit.ts')).edit,
		},
		add: {
			summary: 'Add rows in words: one for every endpoint that is meant',
			load: async () => (await import('../plan.ts')).add,
		},
		refine: {
			summary: 'Change rows in words; see what would change, apply or discard it',
			load: async () => (await import('./refine.ts')).refine,
		},
		settle: {
			summary: 'Find bodies that the API accepts where it refuses what was planned',
			load: async () => (await import('./settle.ts')).settle,
		},
		changes: {
			summary: 'Show change sets: what words, runs, findings and edges change',
			load: async () => (await import('../plan.ts')).changes,
		},
		undo: {
			summary: 'Take back what was changed last, or a change set and all later ones',
			load: async () => (await import('../plan.ts')).undo,
		},
		generate: {
			summary: 'Lock the plan and make tests of its ticked rows',
			load: async () => (await import('./generate.ts')).generate,
		},
	},
};
