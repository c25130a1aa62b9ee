import type {Group} from '../tree.ts';

/** The commands of `svc finding`. */
export const findingCommands: Group = {
	section: 'Projects and tests',
	summary: 'Findings: where the API and its description differ',
	children: {
		list: {
			summary: 'List findings, open ones first',
			load: async () => (await import('./list.ts')).list,
		},
		show: {
			summary: 'Show one finding with its evidence',
			load: async () => (await import('./show.ts')).show,
		},
		accept: {
			summary: 'The API is right: take over what it does',
			load: async () => (await import('./decide.ts')).accept,
		},
		fail: {
			summary: 'The document is right: be red until one of the two changes',
			load: async () => (await import('./decide.ts')).fail,
		},
		mute: {
			summary: 'Hide a finding',
			load: async () => (await import('./decide.ts')).mute,
		},
		reopen: {
			summary: 'Take a decision back',
			load: async () => (await import('./decide.ts')).reopen,
		},
	},
};
