// The client loads single files of undici, because its index costs several times the start-up time; they ship no types.
declare module 'undici/lib/dispatcher/agent.js' {
	export {Agent as default} from 'undici';
}
declare module 'undici/lib/core/connect.js' {
	export {buildConnector as default} from 'undici';
}
