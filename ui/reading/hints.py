"""What columns are usually called, in seven languages: hints at their role, which a visitor can overrule."""

import re
import unicodedata

_WORDS = {
    "option": """
        arm option variant version group treatment treat treated trt condition experiment bucket cell cohort branch
        alternative assignment drug therapy exposure segment campaign headline design ab name
        promotion promo
        variante gruppe behandlung bedingung testgruppe versuchsgruppe groupe traitement bras grupo tratamiento
        condicion brazo gruppo trattamento condizione braccio versione tratamento condicao braco versao groep
        behandeling conditie opzione opcion opcao optie
    """,
    "outcome": """
        outcome result response converted conversion success click clicked retained retention event purchase purchased
        decision bought visit visited subscribed subscription signup registered churned survived died death cured
        recovered responded responder opened installed activated target yes y
        ergebnis erfolg konversion konvertiert geklickt gekauft antwort resultat succes converti conversion clique achat
        resultado exito conversion convertido compra esito risultato successo conversione convertito acquisto sucesso
        conversao uitkomst resultaat geconverteerd gekocht aankoop revenue spend spent amount value score
    """,
    "successes": """
        successes success conversions converted conversion clicks click clicked purchases purchase signups
        subscriptions registrations leads
        events responders responses
        wins hits orders installs sales positives yes cured recovered survivors deaths numerator x
        erfolge konversionen klicks kaufe bestellungen succes conversions clics achats exitos conversiones clics compras
        successi conversioni acquisti sucessos conversoes cliques successen conversies aankopen
    """,
    "trials": """
        trials n total participants users visitors visits impressions impr imps
        views sessions sample subjects patients exposures
        sends sent delivered emails size denominator customers people persons players
        versuche teilnehmer nutzer besucher besuche patienten essais participants visiteurs utilisateurs ensayos
        participantes usuarios visitantes pacientes prove partecipanti utenti visitatori pazienti tentativas
        deelnemers gebruikers bezoekers pogingen
    """,
    "failures": """
        failures failure misses losses nonevents negatives no misserfolge echecs fracasos insuccessi fracassos
        mislukkingen
    """,
    "person": """
        id userid uid person participant user customer client visitor subject patient player member student respondent
        personid customerid clientid visitorid participantid subjectid patientid playerid cookie cookieid
        teilnehmer nutzer kunde kunden besucher patient kundennummer kundenid nutzerid utilisateur visiteur sujet
        usuario cliente visitante paciente utente visitatore paziente soggetto gebruiker klant bezoeker deelnemer
    """,
    "date": """
        date day week month time timestamp datetime hour datum tag woche monat zeit jour semaine mois heure fecha dia
        semana mes hora data giorno settimana mese ora dag maand uur
    """,
    "row": "rownames rowname rownumber row index obs observation unnamed0 zeile ligne fila riga rij",
    "weight": "freq frequency frequencies count counts weight anzahl haufigkeit effectif frecuencia conteo frequenza "
    "frequencia contagem aantal",
}
ROLES = {role: frozenset(words.split()) for role, words in _WORDS.items()}
_CANONICAL = {
    "option": {"arm", "option"},
    "outcome": {"outcome"},
    "successes": {"successes"},
    "trials": {"trials"},
    "person": {"id", "userid", "participant"},
    "failures": {"failures"},
}


def hint(role: str, name: str) -> int:
    """How well a column's name fits a role: 3 is its name, 2 a word for it, 1 contains such a word, 0 does not fit."""
    words = _words(name)
    whole = "".join(words)
    known = ROLES[role]
    if whole in _CANONICAL.get(role, ()):
        return 3
    if words == ["test"]:
        return int(role == "option")
    if whole in known or (words and all(word in known or (role == "option" and word == "test") for word in words)):
        return 2
    if role == "person" and not {"id", "nr", "no", "number", "code", "key"} & set(words):
        return 0
    return int(any(word in known for word in words if len(word) > 1))


def _words(name: str) -> list[str]:
    """The words of a column's name, without accents and in lower case: testGroup, test_group, Test Group."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", unicodedata.normalize("NFC", name))
    plain = "".join(
        letter for letter in unicodedata.normalize("NFKD", parted.casefold()) if not unicodedata.combining(letter)
    )
    return [word for word in re.split(r"[\W_]+", plain) if word]
