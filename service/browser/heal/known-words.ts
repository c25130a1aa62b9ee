import {isSynonym, words} from '../page/words.ts';

/** Words of English that controls are made of, beside those that have synonyms: enough to know the language of a name. */
const known = new Set(
	`a about account active again all an and any are as at back be become before book but by call can change chat check code
	comment complete copy day days details do done down drop every everything exit fast file filter first for forgot forward free
	from full get go group has have help here hide history how i if in info into is it items join keep know last later leave less
	like link list live location log logged look make manage mark me member message messages month more move my name never new news
	newsletter next no not note notes notification notifications now of off offer on once one only open or order orders other our
	out over page part pause people permission pin plan play post print private profile public read receive reminder reply report
	request resend reset resume review role room run same schedule section security see send session set share shop sms some
	sort start status still stop stream subscribe subscription switch tax team terms text that the their them then there this time
	to today tomorrow top track transfer turn type under unit until up update upgrade us use user version video visit wait was
	watch we week what when where which who why will with without work write year years yes you your`.split(/\s+/),
);

/** Whether a folded word is one of English that names of controls have. */
export const isKnownWord = (word: string): boolean => known.has(word) || isSynonym(word);

/** Sets of which a thing is only one. Words that are synonyms of each other are one word in them. */
export const exclusiveWords: ReadonlyArray<ReadonlySet<string>> = [
	'second minute hour hourly day daily week month quarter quarterly year decade',
	'monday tuesday wednesday thursday friday saturday sunday',
	'january february march april may june july august september october november december',
	'small medium large',
	'street city zip country state province region',
	'email phone fax',
	'firstname lastname nickname middlename username',
	'password pin otp passcode',
	'card cash paypal invoice voucher',
	'billing shipping',
	'left right top bottom',
	'standard express overnight',
	'red green blue yellow black white orange purple',
	'basic pro premium enterprise',
	'mr mrs ms',
	'child adult senior infant',
	'csv pdf json xml xlsx',
].map(row => new Set(row.split(' ').flatMap(words)));
