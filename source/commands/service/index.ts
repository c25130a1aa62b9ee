import type {Group} from '../tree.ts';

/** The commands of `svc service`. */
export const serviceCommands: Group = {
	section: 'The service of this machine',
	summary: 'The service of this machine, in the background',
	children: {
		start: {
			summary: 'Start the service and wait until it is ready',
			load: async () => (await import('./start.ts')).start,
		},
		stop: {
			summary: 'Stop the service',
			load: async () => (await import('./stop.ts')).stop,
		},
		status: {
			summary: 'Say whether the service runs, and where',
			load: async () => (await import('./status.ts')).status,
		},
		restore: {
			summary: 'Replace the store with a copy',
			load: async () => (await import('./restore.ts')).restore,
		},
		export: {
			summary: 'Write everything of the service into one file',
			load: async () => (await import('./export.ts')).exportStore,
		},
		import: {
			summary: 'Put what was exported into an empty service',
			load: async () => (await import('./import.ts')).importStore,
		},
		'forget-secrets': {
			summary: 'Remove stored secrets that cannot be decrypted any more',
			load: async () => (await import('./forget-secrets.ts')).forgetSecrets,
		},
		logs: {
			summary: 'Print the log of the service',
			load: async () => (await import('./logs.ts')).logs,
		},
	},
};
