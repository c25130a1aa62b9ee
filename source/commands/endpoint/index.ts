import type {Group} from '../tree.ts';

/** The commands of `svc endpoint`. */
export const endpointCommands: Group = {
	section: 'Projects and tests',
	summary: 'Endpoints of the API under test',
	children: {
		list: {
			summary: 'List endpoints by family, path and method',
			load: async () => (await import('../endpoint.ts')).list,
		},
		add: {
			summary: 'Add an endpoint by hand',
			load: async () => (await import('../endpoint.ts')).add,
		},
		edit: {
			summary: 'Give an example body, or change what is known of an endpoint',
			load: async () => (await import('./edit.ts')).edit,
		},
		discover: {
			summary: 'Read the endpoints out of the documents of the project',
			load: async () => (await import('./discover.ts')).discover,
		},
		edges: {
			summary: 'Show where requests take their values from',
			load: async () => (await import('./edges.ts')).edges,
		},
		pin: {
			summary: 'Say which endpoint feeds a place of a request',
			load: async () => (await import('./pin.ts')).pin,
		},
		unpin: {
			summary: 'Undo a pin, a cut or a rename',
			load: async () => (await import('./pin.ts')).unpin,
		},
		cut: {
			summary: 'Let no endpoint feed a place of a request',
			load: async () => (await import('./cut.ts')).cut,
		},
		rename: {
			summary: 'Rename a value that travels between endpoints',
			load: async () => (await import('./rename.ts')).rename,
		},
		remove: {
			summary: 'Take an endpoint off the list',
			load: async () => (await import('../endpoint.ts')).remove,
		},
	},
};
